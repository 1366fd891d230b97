import type { Db } from '../../../db/open.ts';
import type { ImportedLineRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { type RateOf, ratesOn } from '../../exchange/day-rate.ts';
import { exchanged } from '../../transactions/charged.ts';

export type RatesOfDay = (date: string) => Promise<RateOf>;

/** Reads the rates of each day once. */
export function ratesOfDays(db: Db, now: Date): RatesOfDay {
  const known = new Map<string, Promise<RateOf>>();
  return (date) => {
    const rates = known.get(date) ?? ratesOn(db, date, now);
    known.set(date, rates);
    return rates;
  };
}

type Said = Pick<
  ImportedLineRow,
  'date' | 'amount' | 'currency' | 'original_amount' | 'original_currency' | 'other_amount'
>;

/** What moves between the account of a row and another one, in the currency of each; minor units. */
export interface Moved {
  own: number;
  other: number;
  /** Whether the row says what moves there; otherwise it follows from a rate, which is not the one of the bank. */
  isSaid: boolean;
}

/** @returns null while an amount would need a rate that is not known */
export async function movedBy(
  { date, other_amount, ...row }: Said,
  currencies: { own: Currency; other: Currency },
  ratesOf: RatesOfDay,
): Promise<Moved | null> {
  const currency = (row.currency ?? currencies.own) as Currency;
  const saidIn = (wanted: Currency) =>
    currency === wanted ? row.amount : row.original_currency === wanted ? row.original_amount : null;
  const isSame = currencies.own === currencies.other;
  const ownSaid = saidIn(currencies.own) ?? (isSame ? other_amount : null);
  const otherSaid = other_amount ?? (isSame ? ownSaid : saidIn(currencies.other));
  const inCurrency = async (wanted: Currency) =>
    exchanged(row.amount, (await ratesOf(date))(currency, wanted), wanted);
  const own = ownSaid ?? (await inCurrency(currencies.own));
  const other = otherSaid ?? (isSame ? own : await inCurrency(currencies.other));
  return own > 0 && other > 0 ? { own, other, isSaid: otherSaid !== null } : null;
}

/** Shares by which an amount may differ from one by a rate: of a bank that takes its part, and of one that may be it. */
const [SURELY, POSSIBLY] = [0.02, 0.1];

/** How near a stated amount is to one by a rate; null if it is another one. */
export function nearness(stated: number, converted: number): { isSure: boolean; off: number } | null {
  const off = Math.abs(stated - converted);
  return off <= converted * POSSIBLY ? { isSure: off <= converted * SURELY, off } : null;
}

/** What may be the other side of a row. */
export interface Near {
  amount: number;
  /** Days between the two. */
  apart: number;
  /** Whether a rule knows that it is. */
  isTold: boolean;
  /** Whether it says the amount of the row, as what was paid in that currency. */
  isSaid: boolean;
}

/**
 * The nearest of some amounts: what is told or said or surely near first, then the nearest day.
 * @returns whether it is sure, as no other amount comes into question; null if none is near
 */
export function nearestOf<One>(
  candidates: readonly One[],
  converted: number,
  of: (one: One) => Near,
): { one: One; isSure: boolean } | null {
  const rankOf = ({ isTold, isSaid, isSure }: Near & { isSure: boolean }) =>
    4 * Number(isTold) + 2 * Number(isSaid) + Number(isSure);
  const near = candidates
    .flatMap((one) => {
      const is = of(one);
      const found = is.isSaid ? { isSure: true, off: 0 } : nearness(is.amount, converted);
      return found ? [{ one, ...is, ...found }] : [];
    })
    .sort((one, other) => rankOf(other) - rankOf(one) || one.apart - other.apart || one.off - other.off);
  const [nearest] = near;
  if (!nearest) return null;
  // Of equal ones each row takes one. What is only near does not compete with what is told or said.
  const isEqual = ({ amount, isTold, isSaid }: Near) =>
    amount === nearest.amount || (nearest.isTold && !isTold) || (nearest.isSaid && !isSaid);
  return { one: nearest.one, isSure: nearest.isSure && near.every(isEqual) };
}
