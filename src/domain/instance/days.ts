import { countByDay } from '../activity/list.ts';
import { plusDays } from '../calendar.ts';
import type { Operating, Reading } from '../context.ts';
import { fromSnapshot } from '../snapshot.ts';
import {
  activePeopleByDay,
  countOpenSessions,
  findMailCounts,
  signUpsByDay,
  transactionsByDay,
} from './instance.queries.ts';
import { measured } from './measured.ts';

/** The days of the statistics, today included. */
export const DAYS = 30;

const MINUTE = 60_000;
/** How old the figures of the statistics may be, and those of the dashboard: each counts a whole table. */
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

/** What happened on each of the last days in UTC, the oldest first. */
export interface DailyFigures {
  days: ({ date: string } & Record<Series, number>)[];
  open_sessions: number;
  measuredAt: Date;
}

/** Counts what happened day by day; the figures may be as old as `maxAge`, in milliseconds. */
export async function readDailyFigures(context: Reading & Operating, maxAge: number): Promise<DailyFigures> {
  const { now, rootDb } = context;
  const { value, measuredAt } = await measured(rootDb, 'days', { now, maxAge }, () => countDays(context));
  return { ...value, measuredAt };
}

// Beside other answers, because it looks at every transaction.
function countDays(context: Reading): Promise<Omit<DailyFigures, 'measuredAt'>> {
  const { now } = context;
  const today = now.toISOString().slice(0, 10);
  const first = plusDays(today, 1 - DAYS);
  return fromSnapshot({ ...context, db: context.scanDb }, async (inside) => {
    const { db } = inside;
    const mails = await findMailCounts(db, first);
    const mailsOf = (outcome: string) => mails.filter((row) => row.outcome === outcome);
    const series: Record<Series, { date: string; count: number }[]> = {
      sign_ups: await signUpsByDay(db, first),
      active_people: await activePeopleByDay(db, first),
      sign_ins: await countByDay(inside, 'sign_in', first),
      sign_in_failures: await countByDay(inside, 'sign_in_failed', first),
      transactions: await transactionsByDay(db, first),
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
    return { days, open_sessions: await countOpenSessions(db, now.toISOString()) };
  });
}

/** The sum of one series over the last days, today included. */
export function sumOf({ days }: DailyFigures, name: Series, last = DAYS): number {
  return days.slice(-last).reduce((sum, day) => sum + day[name], 0);
}
