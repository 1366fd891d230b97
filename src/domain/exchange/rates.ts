import type { Db } from '../../db/open.ts';
import { CURRENCY_CODES, type Currency } from '../../i18n/currencies.ts';
import { plusDays } from '../calendar.ts';
import { HOUR } from '../instants.ts';
import { quotient } from './decimal.ts';
import { findLatestRates, storeRates } from './exchange.queries.ts';

/** The units of each currency for one of the base, as decimal text. */
export type RateTable = Record<Currency, string>;

export interface DailyRates {
  date: string;
  base: Currency;
  rates: RateTable;
}

/** Units of `to` for one of `from`, as decimal text of at most twelve significant digits. */
export function rateBetween(rates: RateTable, from: Currency, to: Currency): string {
  return from === to ? '1' : quotient(rates[to], rates[from]);
}

/** The factor by which a rate may rise or fall and still be accepted. */
const FACTOR = 2;

/** Whether all rates of two tables are close, whatever their bases. */
export function areClose(one: DailyRates, other: DailyRates, factor = FACTOR): boolean {
  return CURRENCY_CODES.every((currency) => {
    const [now, before] = [one, other].map(({ rates }) => Number(rateBetween(rates, 'USD', currency)));
    const change = (now as number) / (before as number);
    return change <= factor && change >= 1 / factor;
  });
}

/** In milliseconds. */
const STALE_AFTER = 12 * HOUR;

/** The most days for which the European Central Bank states no rates: from the Thursday to the Tuesday of Easter. */
const DAYS_WITHOUT_RATES = 5;

/** Whether rates are older than weekends and holidays explain, whenever they were fetched. */
export function isOfLongAgo({ date }: { date: string }, now: Date): boolean {
  return date < plusDays(now.toISOString().slice(0, 10), -DAYS_WITHOUT_RATES);
}

export function isStale(rates: { date: string; fetchedAt: string }, now: Date): boolean {
  return now.getTime() - Date.parse(rates.fetchedAt) > STALE_AFTER || isOfLongAgo(rates, now);
}

export interface StoredRates extends DailyRates {
  source: string;
  fetchedAt: string;
}

export async function latestRates(db: Db): Promise<StoredRates | undefined> {
  const row = await findLatestRates(db);
  if (!row) return undefined;
  const { date, base, rates, source, fetched_at } = row;
  return { date, base: base as Currency, rates: tableOf(rates), source, fetchedAt: fetched_at };
}

export function keepRates(db: Db, { rates, fetchedAt, ...rest }: StoredRates): Promise<void> {
  return storeRates(db, { ...rest, rates: JSON.stringify(rates), fetched_at: fetchedAt });
}

export function tableOf(json: string): RateTable {
  return JSON.parse(json) as RateTable;
}
