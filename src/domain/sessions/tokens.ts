import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readId, writeId } from '../id.ts';

/** An access token authenticates, a refresh token renews; neither is accepted in place of the other. */
type TokenKind = 'access' | 'refresh';

const PREFIX = { access: 'pa_', refresh: 'pr_' };
const SECRET_BYTES = 32;

export interface ParsedToken {
  userId: string;
  sessionId: string;
  hash: string;
}

/** Only the SHA-256 of a token is stored, so that a stolen database contains no usable token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

export function sameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function write(kind: TokenKind, userId: string, sessionId: string, secret: Buffer): string {
  return PREFIX[kind] + Buffer.concat([readId(userId), readId(sessionId), secret]).toString('base64url');
}

/** 256 random bits; the owner's id in front lets any node find the row by its key. */
export function mintToken(kind: TokenKind, userId: string, sessionId: string): string {
  return write(kind, userId, sessionId, randomBytes(SECRET_BYTES));
}

/**
 * Derives the next token with the server's key, so that two tabs that refresh at the same time get the same pair
 * although only hashes are stored.
 */
export function successorOf(refreshToken: string, kind: TokenKind, key: string): string {
  const { userId, sessionId } = parseToken('refresh', refreshToken) ?? { userId: '', sessionId: '' };
  return write(kind, userId, sessionId, createHmac('sha256', key).update(`${kind}:${refreshToken}`).digest());
}

export function parseToken(kind: TokenKind, token: string): ParsedToken | null {
  if (!token.startsWith(PREFIX[kind]) || !/^[\w-]{86}$/.test(token.slice(3))) return null;
  const bytes = Buffer.from(token.slice(3), 'base64url');
  if (bytes.length !== 32 + SECRET_BYTES) return null;
  return {
    userId: writeId(bytes.subarray(0, 16)),
    sessionId: writeId(bytes.subarray(16, 32)),
    hash: hashToken(token),
  };
}
