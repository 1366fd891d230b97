import { breakdown } from '../balance/summarise.ts';
import { startOfMonth, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { type Growth, growthOf } from '../growth.ts';
import { recordedSince } from '../ledger/recorded-since.ts';
import { sumFigures } from '../ledger/totals.queries.ts';
import { fromSnapshot } from '../snapshot.ts';
import { isWhole, monthsEarlier } from './periods.ts';

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
