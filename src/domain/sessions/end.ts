import type { Db } from '../../db/open.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { recordActivity, recordOwn } from '../activity/record.ts';
import type { Requesting, Writing } from '../context.ts';
import { notFound } from '../error.ts';
import {
  countSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionsOf,
  findOwner,
  lockSession,
  removeSession,
} from './sessions.queries.ts';
import { type ParsedToken, parseToken, sameHash } from './tokens.ts';

/**
 * Ends the viewer's session, or all of theirs. Any token of a session ends it, even an expired access token; other
 * tokens end nothing.
 */
export async function endSession(
  context: Requesting,
  everywhere: boolean,
  tokens: string[] = [],
): Promise<void> {
  const { db, viewer } = context;
  await inTransaction(db, async (tx) => {
    const ended = viewer ? { userId: viewer.id, sessionId: viewer.sessionId } : await holderOf(tx, tokens);
    if (!ended) return;
    if (everywhere) await deleteSessionsOf(tx, ended.userId);
    else await deleteSession(tx, ended.userId, ended.sessionId);
    const owner = await findOwner(tx, ended.userId);
    if (owner)
      await recordActivity(
        { ...context, db: tx },
        { type: 'sign_out', target: owner, actor: owner, details: { everywhere } },
      );
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

/** Ends another session of the viewer. @throws DomainError NOT_FOUND */
export async function revokeSession(context: Writing, id: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    if (!(await removeSession(tx, context.viewer.id, id))) throw notFound();
    await recordOwn({ ...context, db: tx }, 'session_ended');
  });
}

/** How many sessions of a person are open. */
export function countSessionsOf(db: Db, userId: string, now: Date): Promise<number> {
  return countSessions(db, userId, now.toISOString());
}

/** Ends all sessions of a person, within the transaction that revoked their credentials. */
export function endSessionsOf(tx: Tx, userId: string): Promise<void> {
  return deleteSessionsOf(tx, userId);
}

/** Ends all sessions of a person except one. */
export function endOtherSessions(tx: Tx, userId: string, currentId: string): Promise<void> {
  return deleteOtherSessions(tx, userId, currentId);
}
