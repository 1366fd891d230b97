import { inTransaction, type Tx } from '../../db/transact.ts';
import type { Context, SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOf,
  lockSession,
  removeSession,
} from './sessions.queries.ts';
import { type ParsedToken, parseToken, sameHash } from './tokens.ts';

/**
 * Ends the viewer's session, or all of theirs. Whoever still holds one of the session's tokens may end it too, also
 * when the access token has run out; other tokens end nothing.
 */
export async function endSession(
  { db, viewer }: Context,
  everywhere: boolean,
  tokens: string[] = [],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ended = viewer ? { userId: viewer.id, sessionId: viewer.sessionId } : await holderOf(tx, tokens);
    if (!ended) return;
    if (everywhere) await deleteSessionsOf(tx, ended.userId);
    else await deleteSession(tx, ended.userId, ended.sessionId);
  });
}

async function holderOf(tx: Tx, tokens: string[]): Promise<ParsedToken | null> {
  for (const token of tokens) {
    const parsed = parseToken('access', token) ?? parseToken('refresh', token);
    if (!parsed) continue;
    const session = await lockSession(tx, parsed.userId, parsed.sessionId);
    if (!session) continue;
    if (sameHash(session.access_hash, parsed.hash) || sameHash(session.refresh_hash, parsed.hash))
      return parsed;
  }
  return null;
}

/** Signs the viewer out somewhere: ends one of their sessions. @throws DomainError NOT_FOUND */
export async function revokeSession({ db, viewer }: SignedIn, id: string): Promise<void> {
  if (!(await removeSession(db, viewer.id, id))) throw notFound();
}

/** Signs somebody out everywhere, within the transaction that took away what they signed in with. */
export function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  return deleteSessionsOf(tx, userId);
}

/** Signs somebody out everywhere but in one session, the one that asks. */
export function endOtherSessions(tx: Tx, userId: string, currentId: string): Promise<void> {
  return deleteOtherSessions(tx, userId, currentId);
}
