import type { Reading } from '../context.ts';
import { findSessions } from './sessions.queries.ts';

/** A session as its owner sees it; instants are ISO 8601 in UTC. */
export interface ListedSession {
  id: string;
  user_agent: string;
  ip: string;
  created_at: string;
  last_seen_at: string;
  /** Whether it is the current one. */
  current: boolean;
}

/** The same without saying whose. */
export type OpenSession = Omit<ListedSession, 'current'>;

/** The open sessions of a person, the latest first. */
export function listSessionsOf(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  userId: string,
): Promise<OpenSession[]> {
  return findSessions(db, userId, now.toISOString());
}

/** The sessions of the viewer, the latest first. */
export async function listSessions(context: Reading): Promise<ListedSession[]> {
  const { viewer } = context;
  const rows = await listSessionsOf(context, viewer.id);
  return rows.map((row) => ({ ...row, current: row.id === viewer.sessionId }));
}
