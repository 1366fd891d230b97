import { readParts } from '../analytics/parts.ts';
import { isWhole, monthsEarlier } from '../analytics/periods.ts';
import { plusDays, startOfMonth, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { type Growth, growthOf } from '../growth.ts';
import { recordedSince } from '../ledger/recorded-since.ts';
import { sumFigures } from '../ledger/totals.queries.ts';
import { fromSnapshot } from '../snapshot.ts';
import { recentTransactions, upcomingTransactions } from '../transactions/list/latest.ts';
import { readBalance } from './read-balance.ts';
import { breakdown } from './summarise.ts';

const SHOWN = 10;

export function dashboard(context: Reading, days: number) {
  const today = todayOf(context);
  const from = plusDays(today, 1 - days);
  return fromSnapshot(context, async (inside) => ({
    balance: await readBalance(inside, today),
    recent: await recentTransactions(inside, SHOWN),
    upcoming: await upcomingTransactions(inside, 90, SHOWN),
    categories: await breakdown(inside, { from, to: today }, 'expense'),
    daily: await readParts(inside, { from, to: today }, 'daily'),
  }));
}

export type MonthFigure = Growth & { amount: number; before: number };

export type MonthToDate = Awaited<ReturnType<typeof monthToDate>>;

/** The current month so far and the same time of the month before, in minor units. */
export function monthToDate(context: Reading) {
  return fromSnapshot(context, async (inside) => {
    const month = await compareMonth(inside);
    const { from, to } = month;
    return { ...month, spending: await breakdown(inside, { from, to }, 'expense') };
  });
}

/** As `monthToDate`, without categories. */
export async function compareMonth(context: Reading) {
  const { db, viewer } = context;
  const to = todayOf(context);
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
    /** Whether the records reach back to the first day that is compared with. */
    isComparable,
  };
}
