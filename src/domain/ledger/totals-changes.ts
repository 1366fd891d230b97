import type { TransactionRow } from '../../db/tables.ts';

/** A transaction that comes into the totals (`sign` 1) or leaves them (-1); a changed one does both. */
export interface Change {
  row: Pick<TransactionRow, 'user_id' | 'date' | 'type' | 'category_id' | 'amount'>;
  sign: 1 | -1;
}

/** What a period's total changes by; `category_id` is empty for none, `amount` in minor units. */
export interface Sum {
  user_id: string;
  period: string;
  type: TransactionRow['type'];
  category_id: string;
  amount: number;
  count: number;
}

/** Changes added up by period, type and category, without what comes to nothing. */
export function summed(changes: readonly Change[], periodOf: (date: string) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { row, sign } of changes) {
    const { user_id, type } = row;
    const [period, category_id] = [periodOf(row.date), row.category_id ?? ''];
    const key = [period, type, category_id].join(' ');
    const sum = sums.get(key) ?? { user_id, period, type, category_id, amount: 0, count: 0 };
    sum.amount += sign * row.amount;
    sum.count += sign;
    sums.set(key, sum);
  }
  return [...sums.values()].filter(({ amount, count }) => amount !== 0 || count !== 0);
}
