import type { TransactionRow } from '../../db/tables.ts';

export type Counted = Pick<TransactionRow, 'user_id' | 'date' | 'type' | 'category_id' | 'amount'>;

/** A transaction that comes into the kept totals (`sign` 1) or leaves them (-1). */
export interface Change {
  row: Counted;
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

/** Changes added up by period, type and category, in the order of those keys. */
export function summed(changes: Change[], periodOf: (date: string) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { row, sign } of changes) {
    const { user_id, type } = row;
    const [period, category_id] = [periodOf(row.date), row.category_id ?? ''];
    const key = [user_id, period, type, category_id].join(' ');
    const sum = sums.get(key) ?? { user_id, period, type, category_id, amount: 0, count: 0 };
    sum.amount += sign * row.amount;
    sum.count += sign;
    sums.set(key, sum);
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
}
