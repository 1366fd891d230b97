import type { Db } from '../../db/open.ts';
import { monthOf, plusMonths, startOfMonth } from '../calendar.ts';
import { findFirstDay, findRecordedMonths } from './totals.queries.ts';

/**
 * The start of the unbroken run of months with transactions that ends at a date; null if its month and the one before
 * are empty. A month without transactions was not recorded, so it must not count as one without spending. The month of
 * the date itself may be empty so far. Opening balances do not count.
 */
export async function recordedSince(db: Db, userId: string, date: string): Promise<string | null> {
  const recorded = new Set((await findRecordedMonths(db, userId, monthOf(date))).map(({ month }) => month));
  let start = startOfMonth(date);
  while (recorded.has(monthOf(plusMonths(start, -1)))) start = plusMonths(start, -1);
  const [first] = await findFirstDay(db, userId, start);
  return first && first.date <= date ? first.date : null;
}
