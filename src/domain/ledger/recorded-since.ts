import type { Db } from '../../db/open.ts';
import { monthOf, plusMonths, startOfMonth } from '../calendar.ts';
import { findFirstDay, findRecordedMonths } from './totals.queries.ts';

/**
 * The start of the unbroken run of months with transactions that ends at a date; null if its month and the one before
 * are empty. A month without transactions was not recorded, so it must not count as one without spending; nor was one
 * that only files of cards have, where other accounts have transactions in others. The month of the date itself may be
 * empty so far. Opening balances do not count.
 */
export async function recordedSince(db: Db, userId: string, date: string): Promise<string | null> {
  const months = await findRecordedMonths(db, userId, monthOf(date));
  const ofOthers = months.filter(({ cards }) => cards === 0);
  const recorded = new Set((ofOthers.length > 0 ? ofOthers : months).map(({ month }) => month));
  let start = startOfMonth(date);
  while (recorded.has(monthOf(plusMonths(start, -1)))) start = plusMonths(start, -1);
  const [first] = await findFirstDay(db, userId, start);
  return first && first.date <= date ? first.date : null;
}
