/** A key for one attempt to create something: sent again, it creates nothing more. */
export function newKey(): string {
  // `randomUUID` exists on https and localhost only, and Pruta may be served by plain http in a home network.
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
