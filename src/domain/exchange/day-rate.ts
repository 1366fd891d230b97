import type { Db } from '../../db/open.ts';
import type { Currency } from '../../i18n/currencies.ts';
import { plusDays } from '../calendar.ts';
import { findRatesBetween } from './exchange.queries.ts';
import { rateBetween, tableOf } from './rates.ts';

/** Providers publish no rates for weekends and holidays, and none are stored for days without a request. */
const DAYS_BACK = 7;

/** The units of `to` for one of `from` as decimal text; undefined where no rate is known. */
export type RateOf = (from: Currency, to: Currency) => string | undefined;

/** The rates of a day: the latest that were kept of it or of the week before. Days ahead have those of today. */
export async function ratesOn(db: Db, date: string, now: Date): Promise<RateOf> {
  const tomorrow = plusDays(now.toISOString().slice(0, 10), 1);
  const day = date < tomorrow ? date : tomorrow;
  const row = (await findRatesBetween(db, plusDays(day, -DAYS_BACK), day)).at(-1);
  const table = row && tableOf(row.rates);
  return (from, to) => (from === to ? '1' : table && rateBetween(table, from, to));
}
