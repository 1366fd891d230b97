import { localNow, plusDays, plusMonths, startOfMonth, startOfWeek } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { balanceOf } from '../ledger/figures.ts';
import { type PeriodTotal, sumFigures, totalsByDay, totalsByMonth } from '../ledger/totals.queries.ts';
import { fromSnapshot } from '../snapshot.ts';
import type { Period } from './schema.ts';

/** One period: `date` is its first day, `balance` everything up to its end (or today); minor units. */
interface HistoryPoint {
  date: string;
  income: number;
  expenses: number;
  balance: number;
}

interface Steps {
  startOf(date: string): string;
  next(start: string): string;
}

/**
 * The running balance of the last months by period, without gaps, up to today: its last point is the balance. By month,
 * the current one is the last of the months.
 */
export function balanceHistory(context: Reading, period: Period, months: number): Promise<HistoryPoint[]> {
  const { viewer, now } = context;
  const today = localNow(now, viewer.preferences.timezone).date;
  const steps = stepsOf(period, viewer.preferences.week_start);
  const first = steps.startOf(plusMonths(today, period === 'monthly' ? 1 - months : -months));
  return fromSnapshot(context, async (inside) => {
    const before = balanceOf(await sumFigures(inside.db, viewer.id, { to: plusDays(first, -1) }));
    return running(await totalsSince(inside, period, first, today), steps, first, today, before);
  });
}

function stepsOf(period: Period, weekStart: 'sunday' | 'monday'): Steps {
  return {
    daily: { startOf: (date: string) => date, next: (start: string) => plusDays(start, 1) },
    weekly: {
      startOf: (date: string) => startOfWeek(date, weekStart),
      next: (start: string) => plusDays(start, 7),
    },
    monthly: { startOf: startOfMonth, next: (start: string) => plusMonths(start, 1) },
    yearly: {
      startOf: (date: string) => `${date.slice(0, 4)}-01-01`,
      next: (start: string) => plusMonths(start, 12),
    },
  }[period];
}

// Whole months are read; only the current one is cut off at today.
async function totalsSince({ db, viewer }: Reading, period: Period, first: string, today: string) {
  if (period === 'daily' || period === 'weekly') return totalsByDay(db, viewer.id, first, today);
  const thisMonth = startOfMonth(today);
  const whole = await totalsByMonth(db, viewer.id, first.slice(0, 7), plusMonths(thisMonth, -1).slice(0, 7));
  const days = await totalsByDay(db, viewer.id, thisMonth, today);
  return [...whole.map((total) => ({ ...total, period: `${total.period}-01` })), ...days];
}

function running(
  totals: PeriodTotal[],
  { startOf, next }: Steps,
  first: string,
  today: string,
  before: number,
) {
  const points = new Map<string, HistoryPoint>();
  const added = new Map<HistoryPoint, number>();
  for (let date = first; date <= today; date = next(date)) {
    points.set(date, { date, income: 0, expenses: 0, balance: 0 });
  }
  for (const { period, type, amount } of totals) {
    const point = points.get(startOf(period));
    if (!point) continue;
    added.set(point, (added.get(point) ?? 0) + (type === 'expense' ? -amount : amount));
    if (type !== 'opening') point[type === 'income' ? 'income' : 'expenses'] += amount;
  }
  let balance = before;
  for (const point of points.values()) {
    balance += added.get(point) ?? 0;
    point.balance = balance;
  }
  return [...points.values()];
}
