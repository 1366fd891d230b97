import type { TransactionRow } from '../../db/tables.ts';

/**
 * The categories of opening balances, with the same ids for all users; a debt is an expense. They count in the balance
 * only, not in income, expenses or anything derived from them. See decision 0042.
 */
export const OPENING = {
  income: '00000000-0000-7000-8000-000000000001',
  expense: '00000000-0000-7000-8000-000000000002',
} as const satisfies Record<TransactionRow['type'], string>;

/**
 * The categories of the two sides of transfers, with the same ids for all users. A transfer counts in the balances of
 * its accounts only.
 */
export const TRANSFER = {
  income: '00000000-0000-7000-8000-000000000003',
  expense: '00000000-0000-7000-8000-000000000004',
} as const satisfies Record<TransactionRow['type'], string>;

/** The categories of what is neither income nor an expense. */
export const RESERVED = [OPENING.income, OPENING.expense, TRANSFER.income, TRANSFER.expense];

export function isTransfer(categoryId: string | null | undefined): boolean {
  return categoryId === TRANSFER.income || categoryId === TRANSFER.expense;
}

export function isReserved(categoryId: string | null | undefined): boolean {
  return isOpening(categoryId) || isTransfer(categoryId);
}

export function isOpening(categoryId: string | null | undefined): boolean {
  return categoryId === OPENING.income || categoryId === OPENING.expense;
}

/**
 * Whether a row is the assumed payment of a card's bill from an unrecorded account. It has the charge date of its bill, and
 * counts as an opening balance does until it is joined with what paid it.
 */
export function isPaidBill({
  category_id,
  charge_date,
}: Pick<TransactionRow, 'category_id' | 'charge_date'>): boolean {
  return isOpening(category_id) && charge_date !== null;
}

export function opposite(type: TransactionRow['type']): TransactionRow['type'] {
  return type === 'expense' ? 'income' : 'expense';
}

export type Kind = TransactionRow['type'] | 'opening' | 'transfer';

/** The amounts of opening balances and of the sides of transfers are signed. */
export function countedAs({
  type,
  category_id,
  amount,
}: Pick<TransactionRow, 'type' | 'category_id' | 'amount'>): { type: Kind; amount: number } {
  if (!isReserved(category_id)) return { type, amount };
  return {
    type: isOpening(category_id) ? 'opening' : 'transfer',
    amount: type === 'income' ? amount : -amount,
  };
}
