import { compareMonth } from '../balance/dashboard.ts';
import { type CategoryShare, sharesOf } from '../balance/summarise.ts';
import { localNow, plusDays } from '../calendar.ts';
import type { Reading } from '../context.ts';
import type { Growth } from '../growth.ts';
import { type Figures, figuresOf } from '../ledger/figures.ts';
import { sumTotals } from '../ledger/totals.queries.ts';
import { roundedTo } from '../money.ts';
import { fromSnapshot } from '../snapshot.ts';

/** Minor units. */
export interface DashboardSummary {
  figures: Figures;
  /** Rounded to the decimals of the currency; 0 without expenses. */
  averageExpense: number;
  incomeChange: Growth;
  expenseChange: Growth;
  topCategories: CategoryShare[];
}

const NAMED = 10;

export function summariseDashboard(context: Reading, days: number): Promise<DashboardSummary> {
  return fromSnapshot(context, async (inside) => {
    const { db, viewer, now } = inside;
    const today = localNow(now, viewer.preferences.timezone).date;
    const totals = await sumTotals(db, viewer.id, { from: plusDays(today, 1 - days), to: today });
    const expenses = totals.filter(({ type }) => type === 'expense');
    const { expenses: spent } = figuresOf(expenses);
    const count = expenses.reduce((sum, total) => sum + total.count, 0);
    const month = await compareMonth(inside);
    return {
      figures: figuresOf(totals.filter(({ type }) => type !== 'opening')),
      averageExpense: count === 0 ? 0 : roundedTo(viewer.currency, spent / count),
      incomeChange: month.income,
      expenseChange: month.expenses,
      topCategories: (await sharesOf(inside, expenses)).slice(0, NAMED),
    };
  });
}
