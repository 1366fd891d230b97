import type { Db } from '../../../db/open.ts';
import type { ImportedLineRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { type RateOf, ratesOn } from '../../exchange/day-rate.ts';
import { exchanged } from '../../transactions/money.ts';

export type RatesOfDay = (date: string) => Promise<RateOf>;

/** Reads the rates of each day once. */
export function ratesOfDays(db: Db, now: Date): RatesOfDay {
  const cached = new Map<string, Promise<RateOf>>();
  return (date) => {
    const rates = cached.get(date) ?? ratesOn(db, date, now);
    cached.set(date, rates);
    return rates;
  };
}

type LineAmounts = Pick<
  ImportedLineRow,
  'date' | 'amount' | 'currency' | 'original_amount' | 'original_currency' | 'other_amount'
>;

/**
 * The amounts of a transfer between the account of a row and another one, each in its account's currency; minor units.
 */
interface TransferAmounts {
  own: number;
  other: number;
  /** Whether the row states the other amount; otherwise it follows from a rate, which is not the bank's. */
  isStated: boolean;
}

/** @returns null while a rate is missing that an amount needs */
export async function transferAmounts(
  { date, other_amount, ...row }: LineAmounts,
  currencies: { own: Currency; other: Currency },
  ratesOf: RatesOfDay,
): Promise<TransferAmounts | null> {
  const currency = (row.currency ?? currencies.own) as Currency;
  const statedIn = (requested: Currency) =>
    currency === requested ? row.amount : row.original_currency === requested ? row.original_amount : null;
  const isSame = currencies.own === currencies.other;
  const ownStated = statedIn(currencies.own) ?? (isSame ? other_amount : null);
  const otherStated = other_amount ?? (isSame ? ownStated : statedIn(currencies.other));
  const inCurrency = async (requested: Currency) =>
    exchanged(row.amount, (await ratesOf(date))(currency, requested), requested);
  const own = ownStated ?? (await inCurrency(currencies.own));
  const other = otherStated ?? (isSame ? own : await inCurrency(currencies.other));
  return own > 0 && other > 0 ? { own, other, isStated: otherStated !== null } : null;
}

/** Shares by which a bank's amount may differ from a converted one: within its usual margin, and at most. */
const [SURELY, POSSIBLY] = [0.02, 0.1];

/** How near a stated amount is to a converted one; null if it is too far off. */
export function nearness(stated: number, converted: number): { isSure: boolean; off: number } | null {
  const off = Math.abs(stated - converted);
  return off <= converted * POSSIBLY ? { isSure: off <= converted * SURELY, off } : null;
}

/** A candidate for the other side of a row. */
interface Near {
  amount: number;
  /** Days between the two. */
  apart: number;
  /** Whether a rule names its account. */
  isByRule: boolean;
  /** Whether it states the amount of the row in the row's currency. */
  isStated: boolean;
}

/**
 * The nearest of some amounts: one named by a rule, stated by the row, or surely near first, then the nearest day.
 * @returns whether it is sure, as no other amount comes into question; null if none is near
 */
export function nearestOf<One>(
  candidates: readonly One[],
  converted: number,
  of: (one: One) => Near,
): { one: One; isSure: boolean } | null {
  const rankOf = ({ isByRule, isStated, isSure }: Near & { isSure: boolean }) =>
    4 * Number(isByRule) + 2 * Number(isStated) + Number(isSure);
  const near = candidates
    .flatMap((one) => {
      const is = of(one);
      const found = is.isStated ? { isSure: true, off: 0 } : nearness(is.amount, converted);
      return found ? [{ one, ...is, ...found }] : [];
    })
    .sort((one, other) => rankOf(other) - rankOf(one) || one.apart - other.apart || one.off - other.off);
  const [nearest] = near;
  if (!nearest) return null;
  // Equal amounts do not compete, and one that is only near does not compete with one that is named or stated.
  const isEqual = ({ amount, isByRule, isStated }: Near) =>
    amount === nearest.amount || (nearest.isByRule && !isByRule) || (nearest.isStated && !isStated);
  return { one: nearest.one, isSure: nearest.isSure && near.every(isEqual) };
}
