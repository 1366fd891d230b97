import type { Db } from '../../db/open.ts';
import { plusDays } from '../calendar.ts';
import { deleteEntriesBefore, deleteTotalsBefore } from './activity.queries.ts';

const AT_ONCE = 1000;

/** Deletes the entries of whole days, in UTC, that are older than the log is kept; in batches, for other writers. */
export async function deleteOldActivity(db: Db, now: Date, keptDays: number): Promise<void> {
  const day = plusDays(now.toISOString().slice(0, 10), -keptDays);
  while (await deleteEntriesBefore(db, day, AT_ONCE));
  await deleteTotalsBefore(db, day);
}
