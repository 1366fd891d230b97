/**
 * Returns the key of an attempt to create something. Another attempt with the same content has the same key, so that a
 * lost answer does not create it a second time.
 */
export function idempotencyKeys(): (content: unknown) => string {
  let attempt = { content: '', key: '' };
  return (wanted) => {
    const content = JSON.stringify(wanted);
    if (content !== attempt.content) attempt = { content, key: newKey() };
    return attempt.key;
  };
}

// `randomUUID` exists on https and localhost only, and Pruta may be served by plain http in a home network.
function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
