import { endOfMonth, monthOf, plusMonths, startOfMonth, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { recurringIn, spentByMonth } from './budgets.queries.ts';

export interface Suggestion {
  category_id: string;
  amount: number;
  /** What recurring templates take of it, as a median too. */
  recurring: number;
  /** Spent in the last twelve months, where a few of them have most of it: the median of a month would not cover it. */
  uneven?: number;
}

const YEAR = 12;

/** How many times the median the mean of a month is where a budget of the median would not be enough. */
const UNEVEN = 1.5;

/**
 * For each category with expenses the median of the last complete months, months without any included, in whole units of
 * the currency rounded up; the largest first.
 */
export async function suggestBudgets(context: Reading, months: number): Promise<Suggestion[]> {
  const { db, viewer } = context;
  const names = completeMonths(context, months);
  const year = completeMonths(context, Math.max(YEAR, months));
  const [last = '', first = ''] = [names[0], year.at(-1)];
  const rows = await spentByMonth(db, viewer.id, first, last);
  const dates = { from: `${names.at(-1)}-01`, to: endOfMonth(`${last}-01`) };
  const recurring = (await recurringIn(db, viewer.id, dates)).map((row) => ({
    ...row,
    date: monthOf(row.date),
  }));
  const medianOf = (those: readonly { date: string; amount: number }[]) =>
    median(
      names.map((month) =>
        those.reduce((sum, { date, amount }) => sum + (date === month ? Math.max(0, amount) : 0), 0),
      ),
    );
  const expenses = rows.filter(({ type, category_id }) => type === 'expense' && category_id !== '');
  const suggestions = [...Map.groupBy(expenses, ({ category_id }) => category_id)].map(
    ([category_id, those]) => {
      const usual = medianOf(those);
      const inYear = those
        .filter(({ date }) => year.indexOf(date) < YEAR)
        .reduce((sum, { amount }) => sum + amount, 0);
      return {
        category_id,
        amount: Math.ceil(usual / 100) * 100,
        recurring: medianOf(recurring.filter((row) => row.category_id === category_id)),
        ...(inYear > usual * YEAR * UNEVEN && { uneven: inYear }),
      };
    },
  );
  return suggestions.filter(({ amount }) => amount > 0).toSorted((one, other) => other.amount - one.amount);
}

/** The median of what came in in the last complete months; minor units. */
export async function usualIncome(context: Reading, months: number): Promise<number> {
  const names = completeMonths(context, months);
  const rows = await spentByMonth(context.db, context.viewer.id, names.at(-1) ?? '', names[0] ?? '');
  const incomes = rows.filter(({ type }) => type === 'income');
  return median(
    names.map((month) => incomes.reduce((sum, { date, amount }) => sum + (date === month ? amount : 0), 0)),
  );
}

/** The latest first. */
function completeMonths(context: Reading, months: number): string[] {
  const thisMonth = startOfMonth(todayOf(context));
  return Array.from({ length: months }, (_, index) => monthOf(plusMonths(thisMonth, -index - 1)));
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}
