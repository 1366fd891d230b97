import { type PartFigures, readParts } from '../analytics/parts.ts';
import { isWhole, monthsEarlier } from '../analytics/periods.ts';
import { localNow, plusDays, startOfMonth } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { type Growth, growthOf } from '../growth.ts';
import type { Figures } from '../ledger/figures.ts';
import { recordedSince } from '../ledger/recorded-since.ts';
import { sumFigures } from '../ledger/totals.queries.ts';
import { fromSnapshot } from '../snapshot.ts';
import { recentTransactions, upcomingTransactions } from '../transactions/list/latest.ts';
import type { Entry } from '../transactions/present.ts';
import { readBalance } from './read-balance.ts';
import { breakdown, type CategoryShare } from './summarise.ts';

const SHOWN = 10;

export function dashboard(
  context: Reading,
  days: number,
): Promise<{
  balance: Figures & { asOf: string };
  recent: Entry[];
  upcoming: Entry[];
  categories: CategoryShare[];
  daily: PartFigures[];
}> {
  const { viewer, now } = context;
  const today = localNow(now, viewer.preferences.timezone).date;
  const from = plusDays(today, 1 - days);
  return fromSnapshot(context, async (inside) => ({
    balance: await readBalance(inside, today),
    recent: await recentTransactions(inside, SHOWN),
    upcoming: await upcomingTransactions(inside, 90, SHOWN),
    categories: await breakdown(inside, { from, to: today }, 'expense'),
    daily: await readParts(inside, { from, to: today }, 'daily'),
  }));
}

/** The current month so far and the same time of the month before, in minor units. */
export type MonthFigure = Growth & { amount: number; before: number };

export interface MonthCompared {
  from: string;
  to: string;
  compared: { from: string; to: string };
  income: MonthFigure;
  expenses: MonthFigure;
  net: MonthFigure;
  /** Whether the records reach back to the first day that is compared with. */
  isComparable: boolean;
}

export interface MonthToDate extends MonthCompared {
  spending: CategoryShare[];
}

export function monthToDate(context: Reading): Promise<MonthToDate> {
  return fromSnapshot(context, async (inside) => {
    const month = await compareMonth(inside);
    const { from, to } = month;
    return { ...month, spending: await breakdown(inside, { from, to }, 'expense') };
  });
}

/** As `monthToDate`, without categories. */
export async function compareMonth({ db, viewer, now }: Reading): Promise<MonthCompared> {
  const to = localNow(now, viewer.preferences.timezone).date;
  const from = startOfMonth(to);
  const compared = monthsEarlier({ from, to }, 1);
  const present = await sumFigures(db, viewer.id, { from, to });
  const past = await sumFigures(db, viewer.id, compared);
  const isComparable = isWhole(compared, await recordedSince(db, viewer.id, to));
  const compare = (amount: number, before: number): MonthFigure => ({
    amount,
    before,
    ...growthOf(amount, before, isComparable ? null : 'records_begin_later'),
  });
  return {
    from,
    to,
    compared,
    income: compare(present.income, past.income),
    expenses: compare(present.expenses, past.expenses),
    net: compare(present.net, past.net),
    isComparable,
  };
}
