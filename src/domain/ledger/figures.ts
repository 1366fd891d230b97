import type { Kind } from './reserved-categories.ts';

/** Minor units and a count. */
export interface Figures {
  income: number;
  expenses: number;
  net: number;
  /** Opening balances, which are neither income nor expenses; negative where an account began with a debt. */
  opening: number;
  /** Transfers in minus transfers out; not zero only where one of the two accounts does not count. Minor units. */
  transfers: number;
  /** All transactions that count, opening balances included, transfers not. */
  count: number;
  /** How many of them are opening balances. */
  openingCount: number;
  transferCount: number;
}

const SUMS = { income: 'income', expense: 'expenses', opening: 'opening', transfer: 'transfers' } as const;

export function figuresOf(totals: { type: Kind; amount: number; count: number }[]): Figures {
  const figures = {
    income: 0,
    expenses: 0,
    net: 0,
    opening: 0,
    transfers: 0,
    count: 0,
    openingCount: 0,
    transferCount: 0,
  };
  for (const { type, amount, count } of totals) {
    figures[SUMS[type]] += amount;
    figures[type === 'transfer' ? 'transferCount' : 'count'] += count;
    if (type === 'opening') figures.openingCount += count;
  }
  figures.net = figures.income - figures.expenses;
  return figures;
}

/** How many transactions there are, a transfer being one. */
export function totalOf({ count, transferCount }: Pick<Figures, 'count' | 'transferCount'>): number {
  return count + transferCount;
}

/** The balance, if the figures are of everything up to a day. */
export function balanceOf({
  net,
  opening,
  transfers,
}: Pick<Figures, 'net' | 'opening' | 'transfers'>): number {
  return net + opening + transfers;
}

/**
 * Whether a balance is meaningful. Without an opening balance or a surplus, it is negative from the first expense on
 * and does not show what the person has.
 */
export function isBalanceMeaningful({ net, opening }: Pick<Figures, 'net' | 'opening'>): boolean {
  return opening !== 0 || net > 0;
}
