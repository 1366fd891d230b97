import type { Db } from '../../db/open.ts';
import { CURRENCY_CODES, type Currency } from '../../i18n/currencies.ts';
import { plusDays } from '../calendar.ts';
import type { Operating, Reading, Requesting } from '../context.ts';
import { DomainError } from '../error.ts';
import { findRatesBetween } from './exchange.queries.ts';
import { isFresh, refresh, restingUntil } from './fetching/refresh.ts';
import { isStale, latestRates, type RateTable, rateBetween, type StoredRates, tableOf } from './rates.ts';

/** How long somebody waits for new rates while there are older ones, in milliseconds. */
export const PATIENCE = 4_000;

/** The same while there are none. Fetching may take 34 seconds, and goes on for those who ask next. */
export const FIRST_PATIENCE = 8_000;

/** The rates of one currency: units of each for one of it. */
export interface Rates extends StoredRates {
  /** Whether they were fetched more than twelve hours ago, or are of a day long ago. */
  stale: boolean;
}

const underWay = new WeakMap<Db, Promise<void>>();

/** The rates of one currency, fetched again after four hours. @throws DomainError RATES_UNAVAILABLE (503) */
export async function readRates(context: Requesting & Operating, base: Currency): Promise<Rates> {
  const found = await currentRates(context);
  if (!found) throw await unavailable(context);
  const stale = isStale(found, context.timing.now());
  return { ...found, base, rates: tableFrom(found.rates, base), stale };
}

async function currentRates(context: Requesting & Operating): Promise<StoredRates | undefined> {
  const { rootDb, timing } = context;
  const stored = await latestRates(rootDb);
  if (stored && isFresh(stored, timing.now())) return stored;
  if (await restingUntil(context)) return stored;
  const refreshing = refreshOnce(context);
  await Promise.race([refreshing, aborted(timing.limit(stored ? PATIENCE : FIRST_PATIENCE))]);
  return latestRates(rootDb);
}

/** Everybody who asks this node waits for the same attempt; it goes on when nobody waits any more. */
function refreshOnce(context: Requesting & Operating): Promise<void> {
  const { rootDb, defer } = context;
  const running = underWay.get(rootDb);
  if (running) return running;
  const started = new Promise<void>((resolve, reject) => {
    defer(async (isStopping) => {
      try {
        await refresh(context, isStopping);
        resolve();
      } catch (error) {
        reject(error);
      } finally {
        underWay.delete(rootDb);
      }
    });
  });
  // Nobody may be waiting any more.
  started.catch(() => {});
  underWay.set(rootDb, started);
  return started;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function unavailable(context: Requesting & Operating): Promise<DomainError> {
  const until = await restingUntil(context);
  const seconds = until ? Math.ceil((until.getTime() - context.timing.now().getTime()) / 1000) : 5;
  return new DomainError('RATES_UNAVAILABLE', 503, { retryAfter: Math.max(1, seconds) });
}

function tableFrom(rates: RateTable, base: Currency): RateTable {
  return Object.fromEntries(
    CURRENCY_CODES.map((code) => [code, rateBetween(rates, base, code)]),
  ) as RateTable;
}

/** How many days the history of a rate goes back. */
const DAYS = 90;

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
