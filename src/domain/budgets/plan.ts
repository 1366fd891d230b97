import { monthOf, plusDays, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { fromSnapshot } from '../snapshot.ts';
import { amountOf, type Budget, readBudgets } from './budgets.ts';
import { type Period, periodOf } from './periods.ts';
import { readSpending, startAt } from './spending.ts';

/** What was planned and spent, minor units, in days of which the last ones may be to come. */
export interface PlannedSpending extends Period {
  planned: number;
  spent: number;
}

/** What was planned in some days, and what was spent of it. */
export interface BudgetPlan {
  /** In the order of creation. */
  budgets: (PlannedSpending & { budget: Budget })[];
  /**
   * The sums of budgets by week and month, by the month in which their periods begin, the earliest first; a year is in
   * none of them. The categories are null where budgets have different days, so that no list has these expenses alone.
   */
  months: (PlannedSpending & { month: string; category_ids: string[] | null })[];
}

/**
 * Counts whole periods that begin in the days, or else the one in which they end: half a period has no plan. What is
 * carried over is left out, because it was planned before. Null for people without budgets then.
 */
export function readPlan(context: Reading, dates: Period): Promise<BudgetPlan | null> {
  return fromSnapshot(context, async (inside) => {
    const budgets = (await readBudgets(inside))
      .filter(({ is_active, starts_on }) => is_active && starts_on <= dates.to)
      .map((budget) => ({ budget, periods: periodsIn(budget, dates) }));
    if (budgets.length === 0) return null;
    const today = todayOf(inside);
    const ranges = budgets.map(({ budget, periods }) => ({ budget, begins: periods[0]?.from ?? today }));
    const spending = await readSpending(inside, ranges, { date: today });
    const until = (date: string) => startAt(plusDays(date < today ? date : today, 1));
    const parts = budgets.map(({ budget, periods }) =>
      periods.map((period) => ({
        ...period,
        budget,
        planned: amountOf(budget, period.from),
        spent: spending.before(budget, until(period.to)) - spending.before(budget, startAt(period.from)),
      })),
    );
    const months = Map.groupBy(
      parts.flat().filter(({ budget }) => budget.period !== 'yearly'),
      ({ from }) => monthOf(from),
    );
    return {
      budgets: parts.flatMap((those) => (those[0] ? { ...sumOf(those), budget: those[0].budget } : [])),
      months: [...months]
        .map(([month, those]) => ({
          month,
          ...sumOf(those),
          category_ids: categoriesOf(those),
        }))
        .toSorted((one, other) => (one.month < other.month ? -1 : 1)),
    };
  });
}

function periodsIn(budget: Budget, { from, to }: Period): Period[] {
  const periods: Period[] = [];
  for (let date = to; ; ) {
    const period = periodOf(budget, date, budget.starts_on);
    if (period.from < budget.starts_on || (period.from < from && periods.length > 0)) break;
    periods.unshift(period);
    date = plusDays(period.from, -1);
    if (date < from) break;
  }
  return periods;
}

function sumOf(parts: readonly PlannedSpending[]): PlannedSpending {
  const sum = (of: (part: PlannedSpending) => number) => parts.reduce((total, part) => total + of(part), 0);
  const [from = ''] = parts.map((part) => part.from).toSorted();
  const to =
    parts
      .map((part) => part.to)
      .toSorted()
      .at(-1) ?? '';
  return { from, to, planned: sum(({ planned }) => planned), spent: sum(({ spent }) => spent) };
}

function categoriesOf(parts: readonly (PlannedSpending & { budget: Budget })[]): string[] | null {
  const ofBudgets = [...Map.groupBy(parts, ({ budget }) => budget)];
  const days = new Set(ofBudgets.map(([, those]) => those.map(({ from, to }) => from + to).join()));
  return days.size > 1 ? null : ofBudgets.flatMap(([{ category_ids }]) => category_ids);
}
