import { type Currency, decimalsOf } from '../i18n/currencies.ts';

/** The smallest and largest amount of one transaction, in minor units. */
export const MIN_AMOUNT = 1;
export const MAX_AMOUNT = 100_000_000;

export type AmountError =
  | 'errors:amountRequired'
  | 'errors:amountNumber'
  | 'errors:amountMin'
  | 'errors:amountMax'
  | 'errors:amountDecimals'
  | 'errors:amountAmbiguous';

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** Text that may have three decimals or a group of three digits; no group begins with a zero. */
export const AMBIGUOUS = /^([+-]?)([1-9]\d{0,2})\.(\d{3})$/;

/**
 * Reads an amount as people and clients write it, without a float on the way.
 * @param most minor units
 * @returns signed minor units (`"-12.5"` → `-1250`) or the first rule that it breaks (docs/behaviour.md#amounts)
 */
export function parseAmount(input: unknown, most = MAX_AMOUNT): { minor: number } | { error: AmountError } {
  const text =
    typeof input === 'number' ? decimalOf(input) : typeof input === 'string' ? input.trim() : input;
  if (text === undefined || text === null || text === '') return { error: 'errors:amountRequired' };
  const match = typeof text === 'string' ? DECIMAL.exec(text) : null;
  if (!match || !/\d/.test(match[0])) return { error: 'errors:amountNumber' };
  const [, sign = '', whole = '', fraction = ''] = match;
  const absolute = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  const rest = /[1-9]/.test(fraction.slice(2));
  if (absolute < MIN_AMOUNT) return { error: 'errors:amountMin' };
  if (absolute > most || (absolute === most && rest)) return { error: 'errors:amountMax' };
  if (rest) return { error: 'errors:amountDecimals' };
  // A number of JSON has one meaning; text may have been grouped.
  if (typeof input === 'string' && AMBIGUOUS.test(match[0])) return { error: 'errors:amountAmbiguous' };
  return { minor: sign === '-' ? -absolute : absolute };
}

// JavaScript writes the smallest and largest numbers with an exponent, which is not accepted from people.
function decimalOf(value: number): string {
  if (Math.abs(value) < 1e-6) return '0';
  return Number.isFinite(value) && Math.abs(value) >= 1e21 ? BigInt(value).toString() : String(value);
}

/** Minor units as the number that JSON answers carry: `1999` → `19.99`. */
export function toDecimal(minor: number): number {
  return minor / 100;
}

/** The smallest amount of a currency in minor units: 100 where it has no decimals. */
export function smallestAmount(currency: Currency): number {
  return 10 ** (2 - decimalsOf(currency));
}

/** A computed amount (minor units), such as an average, as one that the currency has. */
export function roundedTo(currency: Currency, minor: number): number {
  const unit = smallestAmount(currency);
  // A little less than nothing is 0, which −0 is not everywhere.
  return Math.round(minor / unit) * unit + 0;
}

/**
 * By how much amounts that mean something in themselves, such as "a large expense", are larger than those of the default
 * currency. A yen is worth about a hundredth of what the others are.
 */
const SCALES: Record<Currency, number> = {
  ...{ USD: 1, EUR: 1, ILS: 1, GBP: 1 },
  ...{ JPY: 100, CAD: 1, AUD: 1, CHF: 1, CNY: 1 },
};

/** An amount of the default currency (minor units) in another one: round, and of about the same worth. */
export function scaledTo(currency: Currency, minor: number): number {
  return minor * SCALES[currency];
}
