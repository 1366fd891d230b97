import type { TransactionRow } from '../../db/tables.ts';

/**
 * The ids of the two categories of opening balances, the same for everybody: what begins below zero is an expense. The
 * balance counts their transactions; income, expenses and whatever is derived from them leave them out. See decision
 * 0042.
 */
export const OPENING = {
  income: '00000000-0000-7000-8000-000000000001',
  expense: '00000000-0000-7000-8000-000000000002',
} as const satisfies Record<TransactionRow['type'], string>;

export function isOpening(categoryId: string | null | undefined): boolean {
  return categoryId === OPENING.income || categoryId === OPENING.expense;
}

/** How the totals count a transaction: opening balances are neither income nor expenses. */
export type Kind = TransactionRow['type'] | 'opening';

/** The kind of a transaction and its amount there: that of an opening balance has a sign. */
export function countedAs({
  type,
  category_id,
  amount,
}: Pick<TransactionRow, 'type' | 'category_id' | 'amount'>): { type: Kind; amount: number } {
  if (!isOpening(category_id)) return { type, amount };
  return { type: 'opening', amount: type === 'income' ? amount : -amount };
}
