import type { Db } from '../../db/open.ts';
import type { Currency } from '../../i18n/currencies.ts';
import { findLatestRates, storeRates } from './exchange.queries.ts';
import type { DailyRates, RateTable } from './rates.ts';

/** Rates with where they come from, and when they were fetched (an instant). */
export interface StoredRates extends DailyRates {
  source: string;
  fetchedAt: string;
}

/** The rates that were fetched last; undefined before the first ones. */
export async function latestRates(db: Db): Promise<StoredRates | undefined> {
  const row = await findLatestRates(db);
  if (!row) return undefined;
  const { date, base, rates, source, fetched_at } = row;
  return { date, base: base as Currency, rates: tableOf(rates), source, fetchedAt: fetched_at };
}

export function keepRates(db: Db, { rates, fetchedAt, ...rest }: StoredRates): Promise<void> {
  return storeRates(db, { ...rest, rates: JSON.stringify(rates), fetched_at: fetchedAt });
}

/** The rates of a row. */
export function tableOf(json: string): RateTable {
  return JSON.parse(json) as RateTable;
}
