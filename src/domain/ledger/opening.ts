import type { TransactionRow } from '../../db/tables.ts';

/**
 * The categories of opening balances, with the same ids for all users; a debt is an expense. They count in the balance
 * only, not in income, expenses or anything derived from them. See decision 0042.
 */
export const OPENING = {
  income: '00000000-0000-7000-8000-000000000001',
  expense: '00000000-0000-7000-8000-000000000002',
} as const satisfies Record<TransactionRow['type'], string>;

export function isOpening(categoryId: string | null | undefined): boolean {
  return categoryId === OPENING.income || categoryId === OPENING.expense;
}

export type Kind = TransactionRow['type'] | 'opening';

/** The amount of an opening balance is signed. */
export function countedAs({
  type,
  category_id,
  amount,
}: Pick<TransactionRow, 'type' | 'category_id' | 'amount'>): { type: Kind; amount: number } {
  if (!isOpening(category_id)) return { type, amount };
  return { type: 'opening', amount: type === 'income' ? amount : -amount };
}
