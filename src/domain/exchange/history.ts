import type { Currency } from '../../i18n/currencies.ts';
import { plusDays } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { findRatesBetween } from './exchange.queries.ts';
import { rateBetween } from './rates.ts';
import { tableOf } from './stored.ts';

/** How many days the history of a rate goes back. */
const DAYS = 90;

/** A rate on a day, as decimal text. */
export interface DayRate {
  date: string;
  rate: string;
}

/** The rate between two currencies on the days of which it is stored, oldest first, today's included. */
export async function rateHistory(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  { from, to }: { from: Currency; to: Currency },
): Promise<DayRate[]> {
  const today = now.toISOString().slice(0, 10);
  const rows = await findRatesBetween(db, plusDays(today, -DAYS), plusDays(today, 1));
  return rows.map(({ date, rates }) => ({ date, rate: rateBetween(tableOf(rates), from, to) }));
}
