import type { Db } from '../../db/open.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { recordActivity, recordOwn } from '../activity/record.ts';
import type { Reading, Requesting, Writing } from '../context.ts';
import { notFound } from '../error.ts';
import {
  countSessions,
  deleteSession,
  deleteSessionsOf,
  findOwner,
  findSessions,
  lockSession,
  updateSession,
} from './sessions.queries.ts';
import { type ParsedToken, parseToken, sameHash } from './tokens.ts';

export {
  deleteOtherSessions as endOtherSessions,
  deleteSessionsOf as endSessionsOf,
  findSession,
} from './sessions.queries.ts';

/** Ends the viewer's session, or all of them. Any token of a session can end it, even an expired access token. */
export async function endSession(
  context: Requesting,
  everywhere: boolean,
  tokens: string[] = [],
): Promise<void> {
  const { db, viewer } = context;
  await inTransaction(db, async (tx) => {
    const holder = viewer ? { userId: viewer.id, sessionId: viewer.sessionId } : await holderOf(tx, tokens);
    if (!holder) return;
    if (everywhere) await deleteSessionsOf(tx, holder.userId);
    else await deleteSession(tx, holder.userId, holder.sessionId);
    const owner = await findOwner(tx, holder.userId);
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
    if (!(await deleteSession(tx, context.viewer.id, id))) throw notFound();
    await recordOwn({ ...context, db: tx }, 'session_ended');
  });
}

/** Records that a code of the second factor was entered in the viewer's session. */
export async function recordCode({ db, viewer, now }: Reading): Promise<void> {
  await updateSession(db, viewer.id, viewer.sessionId, { code_entered_at: now.toISOString() });
}

export function countSessionsOf(db: Db, userId: string, now: Date): Promise<number> {
  return countSessions(db, userId, now.toISOString());
}

/** Instants are ISO 8601 in UTC. */
export interface ListedSession {
  id: string;
  user_agent: string;
  ip: string;
  created_at: string;
  last_seen_at: string;
  current: boolean;
}

type OpenSession = Omit<ListedSession, 'current'>;

/** Open sessions, the most recently seen first. */
export function listSessionsOf(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  userId: string,
): Promise<OpenSession[]> {
  return findSessions(db, userId, now.toISOString());
}

export async function listSessions(context: Reading): Promise<ListedSession[]> {
  const { viewer } = context;
  const rows = await listSessionsOf(context, viewer.id);
  return rows.map((row) => ({ ...row, current: row.id === viewer.sessionId }));
}
