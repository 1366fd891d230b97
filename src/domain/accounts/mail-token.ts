import { randomBytes } from 'node:crypto';
import { DomainError } from '../error.ts';
import { readId, writeId } from '../id.ts';
import { hashToken } from '../sessions/tokens.ts';

/** A token for a link in a mail: the owner's id, then 256 random bits. Only its hash is kept. */
export function mintMailToken(userId: string): { token: string; hash: string } {
  const token = Buffer.concat([readId(userId), randomBytes(32)]).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** Whose link it is, and its hash; null for anything that is not one of ours. */
export function parseMailToken(token: string): { userId: string; hash: string } | null {
  if (!/^[\w-]{64}$/.test(token)) return null;
  const userId = writeId(Buffer.from(token, 'base64url').subarray(0, 16));
  return { userId, hash: hashToken(token) };
}

/** The answer for a mailed link that was used, is unknown or too old: nobody learns which. */
export function linkInvalid(): DomainError {
  return new DomainError('TOKEN_INVALID', 400, { message: 'errors:linkInvalid' });
}
