import { type AmountStyle, readAmount } from '../../../domain/amount-text.ts';
import type { Currency } from '../../../i18n/currencies.ts';

/** Example data of the guide: nobody's own figures, in minor units of shekels. */

export const TABS = ['overview', 'transactions', 'balance', 'benefits'] as const;

export type Tab = (typeof TABS)[number];

/** A month of households. */
export const HOUSEHOLDS = {
  student: { income: 420_000, expenses: 390_000 },
  family: { income: 1_980_000, expenses: 1_745_000 },
  retired: { income: 1_120_000, expenses: 965_000 },
} as const;

export type Household = keyof typeof HOUSEHOLDS;

export const HOUSEHOLD_NAMES = Object.keys(HOUSEHOLDS) as Household[];

/** The balance before the transaction that is tried. */
export const BALANCE = 240_000;

/** The days of an example month on which something happens: what came in, and what went out. */
export const DAYS = [
  { day: 1, income: 1_100_000, expenses: 420_000 },
  { day: 10, income: 0, expenses: 31_000 },
  { day: 18, income: 0, expenses: 185_000 },
  { day: 27, income: 60_000, expenses: 92_000 },
] as const;

export const WEEKS = 52;

/** About how many shekels make one of a currency: enough for examples of a size that people know. */
const SHEKELS: Record<Currency, number> = {
  ILS: 1,
  USD: 4,
  EUR: 4,
  GBP: 4,
  CHF: 4,
  CAD: 2.5,
  AUD: 2.5,
  CNY: 0.5,
  JPY: 0.025,
};

/** An example in a person's currency: a whole amount of the same size. */
export function inCurrency(minor: number, currency: Currency = 'ILS'): number {
  return currency === 'ILS' ? minor : Math.round(minor / SHEKELS[currency] / 100) * 100;
}

/** An amount that was typed, in minor units; the other one if it cannot be read. */
export function amountOr(typed: string | null, otherwise: number, style: AmountStyle): number {
  const read = readAmount(typed ?? '', style);
  return 'minor' in read ? Math.abs(read.minor) : otherwise;
}
