import type { Db } from '../../db/open.ts';
import type { UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import { plusDays } from '../calendar.ts';
import type { Context, Reading, Viewer } from '../context.ts';
import { newId } from '../id.ts';
import { deleteEntriesBefore, deleteTotalsBefore, insertEntry } from './activity.queries.ts';
import { type ActivityType, isAdminAct } from './kinds.ts';

export type Subject = Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name'>;

/** What is known of an act or event; each value must be one that may be stored for a year. */
export interface ActivityEvent {
  type: ActivityType;
  target?: Subject | undefined;
  /** Who acted, where that is not the viewer: a person who signs in is not one yet. */
  actor?: Subject | undefined;
  /** What changed, from what to what; further details by their names. Never an amount, a password or a token. */
  details?: Record<string, unknown>;
}

/**
 * Writes an entry of the log, with the network address and the time of the context. In the database transaction of the
 * act, so that there is never one without the other: `context.db` is that transaction, and this its last statement.
 * @returns the id of the entry
 */
export async function recordActivity(
  { db, now, client, viewer }: Pick<Context, 'db' | 'now' | 'client' | 'viewer'>,
  { type, target, actor, details = {} }: ActivityEvent,
): Promise<string> {
  const who = actor ?? (viewer && subjectOf(viewer));
  const id = newId(now);
  await inTransaction(db, (tx) =>
    insertEntry(tx, {
      id,
      action_type: type,
      admin_id: isAdminAct(type) ? (who?.id ?? null) : null,
      actor_id: who?.id ?? null,
      actor_name: who ? nameOf(who) : null,
      target_id: target?.id ?? null,
      target_name: target ? nameOf(target) : null,
      target_email: target?.email ?? null,
      details: JSON.stringify(details),
      ip: client.address || null,
      created_at: now.toISOString(),
    }),
  );
  return id;
}

export function recordOwn(
  context: Pick<Context, 'db' | 'now' | 'client'> & { viewer: Viewer },
  type: ActivityType,
  details?: Record<string, unknown>,
): Promise<string> {
  return recordActivity(context, { type, target: subjectOf(context.viewer), ...(details && { details }) });
}

/** What the details of an act of the host's tools say instead of who did it. */
export const BY_HOST = 'command line';

/** Writes an entry about an act from the command line of the host: nobody is signed in there. */
export function recordByHost(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  { details, ...event }: Omit<ActivityEvent, 'actor'>,
): Promise<string> {
  const nobody = { client: { address: '', userAgent: '' }, viewer: null };
  return recordActivity({ db, now, ...nobody }, { ...event, details: { ...details, by: BY_HOST } });
}

export function subjectOf({ id, email, firstName, lastName }: Viewer): Subject {
  return { id, email, first_name: firstName, last_name: lastName };
}

/** The name of an account: what the API calls `username`. */
export function nameOf({ first_name, last_name }: Pick<UserRow, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim() || 'User';
}

const AT_ONCE = 1000;

/** Deletes the entries of whole days, in UTC, that are older than the log is kept; in batches, for other writers. */
export async function deleteOldActivity(db: Db, now: Date, keptDays: number): Promise<void> {
  const day = plusDays(now.toISOString().slice(0, 10), -keptDays);
  while (await deleteEntriesBefore(db, day, AT_ONCE));
  await deleteTotalsBefore(db, day);
}
