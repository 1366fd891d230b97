import type { Context } from '../context.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { deleteSession, deleteSessionsOf, lockSession } from './queries.ts';
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
