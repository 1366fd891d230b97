import { monthOf, plusMonths, startOfMonth, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { spentByMonth } from './budgets.queries.ts';

/**
 * For each category with expenses the median of the last complete months, months without any included, in whole units of
 * the currency rounded up; the largest first.
 */
export async function suggestBudgets({ db, viewer, now }: Reading, months: number) {
  const today = todayOf({ viewer, now });
  const names = Array.from({ length: months }, (_, index) =>
    monthOf(plusMonths(startOfMonth(today), -index - 1)),
  );
  const rows = await spentByMonth(db, viewer.id, names.at(-1) ?? '', names[0] ?? '');
  const expenses = rows.filter(({ type, category_id }) => type === 'expense' && category_id !== '');
  const suggestions = [...Map.groupBy(expenses, ({ category_id }) => category_id)].map(
    ([category_id, those]) => {
      const sums = names.map((month) => those.find(({ date }) => date === month)?.amount ?? 0);
      return { category_id, amount: Math.ceil(median(sums) / 100) * 100 };
    },
  );
  return suggestions.filter(({ amount }) => amount > 0).toSorted((one, other) => other.amount - one.amount);
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}
