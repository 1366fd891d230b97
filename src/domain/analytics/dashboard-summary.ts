import { sharesOf } from '../balance/summarise.ts';
import { plusDays, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { figuresOf } from '../ledger/figures.ts';
import { sumTotals } from '../ledger/totals.queries.ts';
import { roundedTo } from '../money.ts';
import { fromSnapshot } from '../snapshot.ts';
import { compareMonth } from './month-to-date.ts';

export type DashboardSummary = Awaited<ReturnType<typeof summariseDashboard>>;

const NAMED = 10;

/** Minor units. */
export function summariseDashboard(context: Reading, days: number) {
  return fromSnapshot(context, async (inside) => {
    const { db, viewer } = inside;
    const today = todayOf(inside);
    const totals = await sumTotals(db, viewer.id, { from: plusDays(today, 1 - days), to: today });
    const expenses = totals.filter(({ type }) => type === 'expense');
    const { expenses: spent } = figuresOf(expenses);
    const count = expenses.reduce((sum, total) => sum + total.count, 0);
    const month = await compareMonth(inside);
    return {
      figures: figuresOf(totals.filter(({ type }) => type !== 'opening' && type !== 'transfer')),
      /** Rounded to the decimals of the currency; 0 without expenses. */
      averageExpense: count === 0 ? 0 : roundedTo(viewer.currency, spent / count),
      incomeChange: month.income,
      expenseChange: month.expenses,
      topCategories: (await sharesOf(inside, expenses)).slice(0, NAMED),
    };
  });
}
