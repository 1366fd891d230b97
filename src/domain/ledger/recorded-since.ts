import type { Db } from '../../db/open.ts';
import { monthOf, plusMonths, startOfMonth } from '../calendar.ts';
import { findFirstDay, findRecordedMonths } from './totals.queries.ts';

/**
 * The first day since when every month up to a date has something; null where that one and the month before have nothing.
 * A month without any transaction was not recorded, and counting it as one without spending would claim what nobody knows.
 * The month of the date itself may have only begun. Opening balances do not count.
 */
export async function recordedSince(db: Db, userId: string, date: string): Promise<string | null> {
  const recorded = new Set((await findRecordedMonths(db, userId, monthOf(date))).map(({ month }) => month));
  let start = startOfMonth(date);
  while (recorded.has(monthOf(plusMonths(start, -1)))) start = plusMonths(start, -1);
  const [first] = await findFirstDay(db, userId, start);
  return first && first.date <= date ? first.date : null;
}
