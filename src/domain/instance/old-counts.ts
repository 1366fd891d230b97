import type { Db } from '../../db/open.ts';
import { plusDays } from '../calendar.ts';
import { deleteMailCounts } from './instance.queries.ts';

const MAIL_DAYS = 400;

/** Deletes the counts of days that no page shows any more. */
export async function deleteOldCounts(db: Db, now: Date): Promise<void> {
  await deleteMailCounts(db, plusDays(now.toISOString().slice(0, 10), -MAIL_DAYS));
}
