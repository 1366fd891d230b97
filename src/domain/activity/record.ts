import type { Db } from '../../db/open.ts';
import type { UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import { plusDays } from '../calendar.ts';
import type { Context, Reading, Viewer } from '../context.ts';
import { newId } from '../id.ts';
import { deleteEntriesBefore, deleteTotalsBefore, insertEntry } from './activity.queries.ts';
import { type ActivityType, isAdminAct } from './kinds.ts';

export type Subject = Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name'>;

/** Only values that may be stored for a year. */
interface ActivityEvent {
  type: ActivityType;
  target?: Subject | undefined;
  /** Who acted, if not the viewer: during a sign-in there is no viewer yet. */
  actor?: Subject | undefined;
  /** `before` and `after`, and further details. Never an amount, a password or a token. */
  details?: Record<string, unknown>;
}

/**
 * Writes a log entry, as the last statement of the act's transaction `context.db`, so that neither is stored without
 * the other.
 * @returns the id of the entry
 */
export async function recordActivity(
  { db, now, client, viewer }: Pick<Context, 'db' | 'now' | 'client' | 'viewer'>,
  { type, target, actor, details = {} }: ActivityEvent,
): Promise<string> {
  const actorSubject = actor ?? (viewer && subjectOf(viewer));
  const id = newId(now);
  await inTransaction(db, (tx) =>
    insertEntry(tx, {
      id,
      action_type: type,
      admin_id: isAdminAct(type) ? (actorSubject?.id ?? null) : null,
      actor_id: actorSubject?.id ?? null,
      actor_name: actorSubject ? nameOf(actorSubject) : null,
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

/** Stored in place of a person for acts of the host's tools. */
export const BY_HOST = 'command line';

/** Logs an act from the host's command line, where no one is signed in. */
export function recordByHost(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  { details, ...event }: Omit<ActivityEvent, 'actor'>,
): Promise<string> {
  const anonymous = { client: { address: '', userAgent: '' }, viewer: null };
  return recordActivity({ db, now, ...anonymous }, { ...event, details: { ...details, by: BY_HOST } });
}

export function subjectOf({ id, email, firstName, lastName }: Viewer): Subject {
  return { id, email, first_name: firstName, last_name: lastName };
}

/** The API calls it `username`. */
export function nameOf({ first_name, last_name }: Pick<UserRow, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim() || 'User';
}

const BATCH_SIZE = 1000;

/** Deletes whole days (UTC) past the retention, in batches so that other writers do not wait. */
export async function deleteOldActivity(db: Db, now: Date, retentionDays: number): Promise<void> {
  const day = plusDays(now.toISOString().slice(0, 10), -retentionDays);
  while (await deleteEntriesBefore(db, day, BATCH_SIZE));
  await deleteTotalsBefore(db, day);
}
