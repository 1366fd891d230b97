import { endOfMonth, monthOf, plusDays, plusMonths, startOfMonth } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { balanceOf, figuresOf, tellsMoney } from '../ledger/figures.ts';
import { splitRange } from '../ledger/split-range.ts';
import { figuresByMonth, sumFigures } from '../ledger/totals.queries.ts';
import type { Dates } from './periods.ts';

/** A month of a range, minor units. The first and last one may be cut off by the range. */
export interface MonthFigures extends Dates {
  /** `YYYY-MM` */
  month: string;
  income: number;
  expenses: number;
  net: number;
  /** The balance before `from`. */
  before: number;
  /** The balance at the end of `to`, and whether it tells what the person has. */
  balance: number;
  isBalanceKnown: boolean;
}

const NONE = figuresOf([]);

/** Every month of a range, oldest first, those without transactions included. */
export async function readMonths({ db, viewer }: Reading, dates: Dates): Promise<MonthFigures[]> {
  const { months, head, tail } = splitRange(dates);
  const byMonth = await figuresByMonth(db, viewer.id, ...months);
  for (const [from, to] of [head, tail])
    if (from <= to) byMonth.set(monthOf(from), await sumFigures(db, viewer.id, { from, to }));
  let all = await sumFigures(db, viewer.id, { to: plusDays(dates.from, -1) });
  return monthsOf(dates).map((part) => {
    const { income, expenses, net, opening } = byMonth.get(part.month) ?? NONE;
    const before = balanceOf(all);
    all = { ...all, net: all.net + net, opening: all.opening + opening };
    const balance = { balance: balanceOf(all), isBalanceKnown: tellsMoney(all) };
    return { ...part, income, expenses, net, before, ...balance };
  });
}

/** The months of a range, each with its days inside it. */
export function monthsOf({ from, to }: Dates): (Dates & { month: string })[] {
  const months: (Dates & { month: string })[] = [];
  for (let start = startOfMonth(from); start <= to; start = plusMonths(start, 1)) {
    const end = endOfMonth(start);
    months.push({ month: monthOf(start), from: start < from ? from : start, to: end > to ? to : end });
    // The month after 9999-12 would sort before it.
    if (end >= to) break;
  }
  return months;
}
