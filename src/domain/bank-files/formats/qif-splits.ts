import { type Figure, figureOf, filled, isZero, type Statement } from './statement.ts';

/** A record of money. */
export interface Entry {
  line: number;
  account: Statement;
  /** The first value of each letter. */
  fields: Map<string, string>;
  splits: { category: string; memo: string; amount: string }[];
}

/** Parts that add up to the row, all in its direction. */
export function splitsOf({ splits }: Entry, whole: Figure, mark: '.' | ',') {
  const parts = splits.map(({ amount, ...rest }) => ({ ...rest, figure: figureOf(amount, mark) }));
  const sum = parts.reduce((total, { figure }) => total + Math.round(Number(figure?.amount) * 100), 0);
  const isWhole = parts.every(
    ({ figure }) => figure && (figure.isNegative === whole.isNegative || isZero(figure.amount)),
  );
  if (parts.length === 0 || !isWhole || sum !== Math.round(Number(whole.amount) * 100)) return null;
  return parts.map(({ category, memo, figure }) => ({
    amount: figure?.amount ?? '0',
    ...filled({ category: category.replace(/^\[([^\]]+)\].*$/, '$1'), memo }),
  }));
}
