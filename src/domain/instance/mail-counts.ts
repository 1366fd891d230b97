import type { Db } from '../../db/open.ts';
import { addMail } from './instance.queries.ts';

/** Counts a mail that was sent, or that could not be. */
export function countMail(db: Db, now: Date, outcome: 'sent' | 'failed'): Promise<void> {
  return addMail(db, now.toISOString().slice(0, 10), outcome);
}
