import { createHmac } from 'node:crypto';
import { readId, writeId } from '../id.ts';
import { sameHash } from '../sessions/tokens.ts';

/**
 * The id of a person, then 256 bits that only this server can make: whoever has the token may do what its purpose says,
 * without signing in. Nothing of it is stored.
 */
export function signedToken(key: string, userId: string, purpose: string): string {
  const proof = createHmac('sha256', key).update(`${purpose}:${userId}`).digest();
  return Buffer.concat([readId(userId), proof]).toString('base64url');
}

/** Whom a token names, which proves nothing yet; null for other texts. */
export function ownerNamed(token: string): string | null {
  if (!/^[\w-]{64}$/.test(token)) return null;
  return writeId(Buffer.from(token, 'base64url').subarray(0, 16));
}

export function isSigned(key: string, token: string, purpose: string): boolean {
  const userId = ownerNamed(token);
  return userId !== null && sameHash(token, signedToken(key, userId, purpose));
}
