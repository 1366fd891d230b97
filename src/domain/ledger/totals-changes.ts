import type { MonthlyFiguresRow, TransactionRow } from '../../db/tables.ts';
import { countedAs, type Kind } from './opening.ts';

/** The columns of a transaction that the stored sums are derived from. */
export const COUNTED_COLUMNS = [
  'user_id',
  'date',
  'time',
  'type',
  'category_id',
  'amount',
  'description',
  'merchant_name',
  'template_id',
] as const;

/** A transaction that is added to the totals (`sign` 1) or subtracted (-1); a changed one does both. */
export interface Change {
  row: Pick<TransactionRow, (typeof COUNTED_COLUMNS)[number]>;
  sign: 1 | -1;
}

/** The change of a period's total; `category_id` is empty for uncategorised, `amount` in minor units. */
export interface Sum {
  user_id: string;
  period: string;
  type: Kind;
  category_id: string;
  amount: number;
  count: number;
}

/** The sums of changes by period, type and category, without those that are zero. */
export function summed(changes: readonly Change[], periodOf: (date: string) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { row, sign } of changes) {
    const { user_id } = row;
    const { type, amount } = countedAs(row);
    const [period, category_id] = [periodOf(row.date), row.category_id ?? ''];
    const key = [period, type, category_id].join(' ');
    const sum = sums.get(key) ?? { user_id, period, type, category_id, amount: 0, count: 0 };
    sum.amount += sign * amount;
    sum.count += sign;
    sums.set(key, sum);
  }
  return [...sums.values()].filter(({ amount, count }) => amount !== 0 || count !== 0);
}

const NOTHING = { income: 0, expenses: 0, opening: 0, count: 0 };

const COLUMNS = { income: 'income', expense: 'expenses', opening: 'opening' } as const;

/** The changes of months with all categories together, from those by type and category. */
export function figuresOfMonths(sums: readonly Sum[]): MonthlyFiguresRow[] {
  const months = new Map<string, MonthlyFiguresRow>();
  for (const { user_id, period, type, amount, count } of sums) {
    const month = months.get(period) ?? { user_id, month: period, ...NOTHING };
    month[COLUMNS[type]] += amount;
    month.count += count;
    months.set(period, month);
  }
  return [...months.values()];
}
