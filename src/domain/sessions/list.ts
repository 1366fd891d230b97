import type { SignedIn } from '../context.ts';
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

/** The sessions of the viewer, the latest first. */
export async function listSessions({ db, viewer, now }: SignedIn): Promise<ListedSession[]> {
  const rows = await findSessions(db, viewer.id, now.toISOString());
  return rows.map((row) => ({ ...row, current: row.id === viewer.sessionId }));
}
