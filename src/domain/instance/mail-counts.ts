import type { Db } from '../../db/open.ts';
import { plusDays } from '../calendar.ts';
import { addMail, deleteMailCounts } from './instance.queries.ts';

/** Counts a mail that was sent, or that could not be. */
export function countMail(db: Db, now: Date, outcome: 'sent' | 'failed'): Promise<void> {
  return addMail(db, now.toISOString().slice(0, 10), outcome);
}

const MAIL_DAYS = 400;

/** Deletes the counts of days that no page shows any more. */
export async function deleteOldMailCounts(db: Db, now: Date): Promise<void> {
  await deleteMailCounts(db, plusDays(now.toISOString().slice(0, 10), -MAIL_DAYS));
}
