import type { Db } from '../../db/open.ts';
import { CURRENCY_CODES, type Currency } from '../../i18n/currencies.ts';
import { plusDays } from '../calendar.ts';
import type { Operating, Reading, Requesting } from '../context.ts';
import { DomainError } from '../error.ts';
import { findRatesBetween } from './exchange.queries.ts';
import { isFresh, refresh, restingUntil } from './fetching/refresh.ts';
import { isStale, latestRates, type RateTable, rateBetween, type StoredRates, tableOf } from './rates.ts';

/** How long a request waits for new rates if there are older ones, in milliseconds. */
export const PATIENCE = 4_000;

/** The same without older ones. Fetching may take 34 seconds and continues for later requests. */
export const FIRST_PATIENCE = 8_000;

/** The base is worth `rates` units of each currency. */
export interface Rates extends StoredRates {
  stale: boolean;
}

const underWay = new WeakMap<Db, Promise<void>>();

/** Fetched again after four hours. @throws DomainError RATES_UNAVAILABLE (503) */
export async function readRates(context: Requesting & Operating, base: Currency): Promise<Rates> {
  const current = await currentRates(context);
  if (!current) throw await unavailable(context);
  const stale = isStale(current, context.timing.now());
  return { ...current, base, rates: tableFrom(current.rates, base), stale };
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

/** All requests to this node wait for the same attempt, which continues even if they all stop waiting. */
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
  // Without a waiting request, a rejection would be unhandled.
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

const DAYS = 90;

export interface DayRate {
  date: string;
  rate: string;
}

/** The days with stored rates, oldest first, including today. */
export async function rateHistory(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  { from, to }: { from: Currency; to: Currency },
): Promise<DayRate[]> {
  const today = now.toISOString().slice(0, 10);
  const rows = await findRatesBetween(db, plusDays(today, -DAYS), plusDays(today, 1));
  return rows.map(({ date, rates }) => ({ date, rate: rateBetween(tableOf(rates), from, to) }));
}
