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
