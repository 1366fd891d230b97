/**
 * A new idempotency key. `randomUUID` exists on https and localhost only, and Pruta may be served by plain http in a home
 * network.
 */
export function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

interface Identified {
  id: string;
}

/** What a creation answers: the thing under its name. */
interface Created {
  transaction?: Identified;
  template?: Identified;
  category?: Identified;
}

/**
 * Where the API has what was created. An answer that is repeated for an idempotency key is the first one: what it names may
 * have been deleted since.
 */
export function addressOfCreated({ transaction, template, category }: Created): string | undefined {
  if (transaction) return `/transactions/${transaction.id}`;
  if (template) return `/transactions/templates/${template.id}`;
  return category && `/categories/${category.id}`;
}

/** Whether an answer is the first one to its idempotency key again. */
export function isRepeated({ headers }: { headers: Headers }): boolean {
  return headers.get('idempotency-replayed') === 'true';
}
