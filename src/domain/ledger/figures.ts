import type { Total } from './totals.queries.ts';

/** Minor units and a count. */
export interface Figures {
  income: number;
  expenses: number;
  net: number;
  count: number;
}

/** Sums totals to income, expenses and net. */
export function figuresOf(totals: Pick<Total, 'type' | 'amount' | 'count'>[]): Figures {
  const figures = { income: 0, expenses: 0, net: 0, count: 0 };
  for (const { type, amount, count } of totals) {
    figures[type === 'income' ? 'income' : 'expenses'] += amount;
    figures.count += count;
  }
  figures.net = figures.income - figures.expenses;
  return figures;
}
