import type { Kind } from './opening.ts';

/** Minor units and a count. */
export interface Figures {
  income: number;
  expenses: number;
  net: number;
  /** Opening balances, which are neither: below zero where somebody began with a debt. */
  opening: number;
  /** All transactions, opening balances included. */
  count: number;
}

const SUMS = { income: 'income', expense: 'expenses', opening: 'opening' } as const;

export function figuresOf(totals: { type: Kind; amount: number; count: number }[]): Figures {
  const figures = { income: 0, expenses: 0, net: 0, opening: 0, count: 0 };
  for (const { type, amount, count } of totals) {
    figures[SUMS[type]] += amount;
    figures.count += count;
  }
  figures.net = figures.income - figures.expenses;
  return figures;
}

/** What all of it leaves: the balance, if it is everything up to a day. */
export function balanceOf({ net, opening }: Pick<Figures, 'net' | 'opening'>): number {
  return net + opening;
}

/**
 * Whether a balance tells what the person has: an opening balance was entered, or more income than expenses. Without
 * either it is below zero by the first expense, and says nothing about money.
 */
export function tellsMoney({ net, opening }: Pick<Figures, 'net' | 'opening'>): boolean {
  return opening !== 0 || net > 0;
}
