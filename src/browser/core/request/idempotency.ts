/** A new idempotency key. `randomUUID` is missing on plain http, as in home networks. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

interface Identified {
  id: string;
}

/** The answer to a creation, under the item's name. */
interface Created {
  transaction?: Identified;
  transfer?: Identified;
  template?: Identified;
  category?: Identified;
}

/** The API address of a created item; after a repeated answer it may have been deleted since. */
export function addressOfCreated({ transaction, transfer, template, category }: Created): string | undefined {
  if (transaction) return `/transactions/${transaction.id}`;
  if (transfer) return `/transfers/${transfer.id}`;
  if (template) return `/transactions/templates/${template.id}`;
  return category && `/categories/${category.id}`;
}

export function isRepeated({ headers }: { headers: Headers }): boolean {
  return headers.get('idempotency-replayed') === 'true';
}
