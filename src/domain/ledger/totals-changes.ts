import type { TransactionRow } from '../../db/tables.ts';
import { countedAs, type Kind } from './opening.ts';

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

/** A transaction to add to the totals (`sign` 1) or subtract (-1); an update does both. */
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

/** Without sums that are zero. */
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
