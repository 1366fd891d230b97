import type { Db } from '../../db/open.ts';
import { countByDay } from '../activity/list.ts';
import { plusDays } from '../calendar.ts';
import type { Operating, Reading } from '../context.ts';
import { MINUTE } from '../instants.ts';
import { fromSnapshot } from '../snapshot.ts';
import {
  activePeopleByDay,
  addMail,
  countOpenSessions,
  createdByDay,
  deleteMailCounts,
  findMailCounts,
} from './instance.queries.ts';

/** Including today. */
export const DAYS = 30;

/** Maximum age of cached figures, because each measurement counts whole tables. */
export const STATISTICS_AGE = 5 * MINUTE;
export const DASHBOARD_AGE = 2 * MINUTE;

export const SERIES = [
  'sign_ups',
  'active_people',
  'sign_ins',
  'sign_in_failures',
  'transactions',
  'mails_sent',
  'mails_failed',
] as const;

export type Series = (typeof SERIES)[number];

/** Days are in UTC, oldest first. */
export interface DailyFigures {
  days: ({ date: string } & Record<Series, number>)[];
  open_sessions: number;
  measuredAt: Date;
}

interface Cache {
  hits: number;
  misses: number;
  latest?: Promise<DailyFigures>;
}

/** Keyed by the database, which lives as long as the process. */
const caches = new WeakMap<Db, Cache>();

function cacheOf(db: Db): Cache {
  const cache = caches.get(db) ?? { hits: 0, misses: 0 };
  caches.set(db, cache);
  return cache;
}

/** Figures younger than `maxAge`, in milliseconds, are reused. */
export async function readDailyFigures(context: Reading & Operating, maxAge: number): Promise<DailyFigures> {
  const cache = cacheOf(context.rootDb);
  const { latest } = cache;
  const cached = await latest?.catch(() => null);
  const age = cached ? context.now.getTime() - cached.measuredAt.getTime() : Infinity;
  if (cached && age >= 0 && age < maxAge) {
    cache.hits += 1;
    return cached;
  }
  // Another call began to count while this one waited.
  if (cache.latest !== latest) return readDailyFigures(context, maxAge);
  cache.misses += 1;
  cache.latest = countDays(context);
  return cache.latest;
}

export function measurements(db: Db): { hits: number; misses: number; entries: number } {
  const { hits, misses, latest } = cacheOf(db);
  return { hits, misses, entries: latest ? 1 : 0 };
}

// Uses the scan connection, because it reads every transaction.
function countDays(context: Reading): Promise<DailyFigures> {
  const { now } = context;
  const today = now.toISOString().slice(0, 10);
  const first = plusDays(today, 1 - DAYS);
  return fromSnapshot({ ...context, db: context.scanDb }, async (inside) => {
    const { db } = inside;
    const mails = await findMailCounts(db, first);
    const mailsOf = (outcome: string) => mails.filter((row) => row.outcome === outcome);
    const series: Record<Series, { date: string; count: number }[]> = {
      sign_ups: await createdByDay(db, 'users', first),
      active_people: await activePeopleByDay(db, first),
      sign_ins: await countByDay(inside, 'sign_in', first),
      sign_in_failures: await countByDay(inside, 'sign_in_failed', first),
      transactions: await createdByDay(db, 'transactions', first),
      mails_sent: mailsOf('sent'),
      mails_failed: mailsOf('failed'),
    };
    const counts = new Map(
      SERIES.flatMap((name) => series[name].map(({ date, count }) => [`${name} ${date}`, count] as const)),
    );
    const days = Array.from({ length: DAYS }, (_, index) => {
      const date = plusDays(first, index);
      const figures = SERIES.map((name) => [name, counts.get(`${name} ${date}`) ?? 0] as const);
      return { date, ...(Object.fromEntries(figures) as Record<Series, number>) };
    });
    return { days, open_sessions: await countOpenSessions(db, now.toISOString()), measuredAt: now };
  });
}

export function sumOf({ days }: DailyFigures, name: Series, last = DAYS): number {
  return days.slice(-last).reduce((sum, day) => sum + day[name], 0);
}

export function countMail(db: Db, now: Date, outcome: 'sent' | 'failed'): Promise<void> {
  return addMail(db, now.toISOString().slice(0, 10), outcome);
}

const MAIL_DAYS = 400;

export function deleteOldMailCounts(db: Db, now: Date): Promise<void> {
  return deleteMailCounts(db, plusDays(now.toISOString().slice(0, 10), -MAIL_DAYS));
}
