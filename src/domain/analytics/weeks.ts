import { plusDays, startOfWeek } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { balanceOf, figuresOf } from '../ledger/figures.ts';
import { type PeriodTotal, sumFigures } from '../ledger/totals.queries.ts';
import type { Dates } from './periods.ts';

/** A week of a range, minor units. The first and last one may be cut off by the range. */
export interface WeekFigures extends Dates {
  income: number;
  expenses: number;
  net: number;
  /** The balance at the end of `to`. */
  balance: number;
}

/**
 * Every week of a range, oldest first, those without transactions included.
 * @param byDay the totals of each day of the range
 */
export async function readWeeks(
  { db, viewer }: Reading,
  dates: Dates,
  byDay: PeriodTotal[],
): Promise<WeekFigures[]> {
  const weekStart = viewer.preferences.week_start;
  const byWeek = Map.groupBy(byDay, ({ period }) => startOfWeek(period, weekStart));
  let balance = balanceOf(await sumFigures(db, viewer.id, { to: plusDays(dates.from, -1) }));
  return weeksOf(dates, weekStart).map(({ start, ...part }) => {
    const figures = figuresOf(byWeek.get(start) ?? []);
    balance += balanceOf(figures);
    const { income, expenses, net } = figures;
    return { ...part, income, expenses, net, balance };
  });
}

/** The weeks of a range, each with its days inside it; `start` may be before the range. */
export function weeksOf({ from, to }: Dates, weekStart: 'sunday' | 'monday'): (Dates & { start: string })[] {
  const weeks: (Dates & { start: string })[] = [];
  for (let start = startOfWeek(from, weekStart); start <= to; start = plusDays(start, 7)) {
    const end = plusDays(start, 6);
    // Days after 9999-12-31 would sort before it.
    const isLast = end >= to || end < start;
    weeks.push({ start, from: start < from ? from : start, to: isLast ? to : end });
    if (isLast) break;
  }
  return weeks;
}

/** How many weeks a range has, at most one too few for those that it cuts. */
export function weeksIn({ from, to }: Dates): number {
  return (Date.parse(to) - Date.parse(from)) / (7 * 86_400_000);
}
