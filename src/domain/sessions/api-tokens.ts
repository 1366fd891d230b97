import { createHmac, randomBytes } from 'node:crypto';
import type { ApiTokenRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { recordOwn } from '../activity/record.ts';
import type { Reading, Writing } from '../context.ts';
import { invalid, notFound } from '../error.ts';
import { newId, readId, writeId } from '../id.ts';
import { DAY, later } from '../instants.ts';
import { deleteApiToken, findApiTokens, insertApiToken } from './api-tokens.queries.ts';
import type { ApiTokenInput } from './schema.ts';
import { hashToken } from './tokens.ts';

export { deleteApiTokensOf } from './api-tokens.queries.ts';

/** Programs that search for leaked secrets know tokens by this beginning. */
const PREFIX = 'pruta_pat_';
const SECRET_BYTES = 32;

/** Each token has a limit of requests of its own, so their number is limited. */
const MOST = 20;

/** Instants are ISO 8601 in UTC; `prefix` is how the token begins. */
export interface ListedApiToken
  extends Pick<ApiTokenRow, 'id' | 'name' | 'scope' | 'expires_at' | 'last_used_at' | 'last_ip'> {
  prefix: string;
}

// Its own id comes first, so that the tokens of a person begin differently.
const written = (id: string, rest: Buffer[]) =>
  PREFIX + Buffer.concat([readId(id), ...rest]).toString('base64url');

export function isApiToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** The token in a text, whole or not. */
export function apiTokenIn(text: string): string | undefined {
  return new RegExp(`${PREFIX}[\\w-]*`).exec(text)?.[0];
}

export function parseApiToken(token: string): { userId: string; tokenId: string; hash: string } | null {
  if (!token.startsWith(PREFIX) || !/^[\w-]{86}$/.test(token.slice(PREFIX.length))) return null;
  const bytes = Buffer.from(token.slice(PREFIX.length), 'base64url');
  return {
    tokenId: writeId(bytes.subarray(0, 16)),
    userId: writeId(bytes.subarray(16, 32)),
    hash: hashToken(token),
  };
}

function listed(row: Omit<ListedApiToken, 'prefix'>): ListedApiToken {
  return { ...row, prefix: written(row.id, []).slice(0, PREFIX.length + 8) };
}

/** The newest first. */
export async function listApiTokens({ db, viewer }: Reading): Promise<ListedApiToken[]> {
  return (await findApiTokens(db, viewer.id)).map(listed);
}

/**
 * The secret of a token. With the key of a request it is the same each time, so that a repeated request gets it again
 * although it is stored nowhere.
 */
export function apiTokenSecret(
  { viewer, settings }: Pick<Reading, 'viewer' | 'settings'>,
  id: string,
  key?: string,
): string {
  const random =
    key === undefined
      ? randomBytes(SECRET_BYTES)
      : createHmac('sha256', settings.APP_SECRET).update(`api token:${viewer.id}:${id}:${key}`).digest();
  return written(id, [readId(viewer.id), random]);
}

/**
 * Adds a token of the viewer, of which only the hash is stored. The caller must have asked for the password.
 * @returns the token as listed, and the secret to show once
 * @throws DomainError VALIDATION_ERROR (400) for one too many
 */
export async function addApiToken(
  context: Writing,
  tx: Tx,
  { name, scope, expiresInDays }: ApiTokenInput,
  key?: string,
): Promise<{ token: ListedApiToken; secret: string }> {
  const { viewer, now } = context;
  if ((await findApiTokens(tx, viewer.id)).length >= MOST)
    throw invalid({ field: 'name', message: 'errors:tokensMost' });
  const id = newId(now);
  const secret = apiTokenSecret(context, id, key);
  const expires_at = expiresInDays === null ? null : later(now, expiresInDays * DAY).toISOString();
  const row = { id, name, scope, expires_at, last_used_at: null, last_ip: null };
  await insertApiToken(tx, {
    ...row,
    user_id: viewer.id,
    hash: hashToken(secret),
    created_at: now.toISOString(),
  });
  await recordOwn({ ...context, db: tx }, 'token_created', { scope });
  return { token: listed(row), secret };
}

/** Takes effect at the next request, on every node. @throws DomainError NOT_FOUND */
export async function revokeApiToken(context: Writing, id: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    if (!(await deleteApiToken(tx, context.viewer.id, id))) throw notFound();
    await recordOwn({ ...context, db: tx }, 'token_revoked');
  });
}
