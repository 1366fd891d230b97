import { type Currency, decimalsOf } from '../i18n/currencies.ts';

/** In minor units. */
export const MIN_AMOUNT = 1;
export const MAX_AMOUNT = 100_000_000;

/** The bound of what an account has or owes, and of amounts in currencies with many units to others. */
export const MAX_BALANCE = 1000 * MAX_AMOUNT;

export type AmountError =
  | 'errors:amountRequired'
  | 'errors:amountNumber'
  | 'errors:amountMin'
  | 'errors:amountMax'
  | 'errors:balanceMax'
  | 'errors:amountDecimals'
  | 'errors:amountAmbiguous';

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** Text with either three decimals or a group of three digits; no group begins with a zero. */
export const AMBIGUOUS = /^([+-]?)([1-9]\d{0,2})\.(\d{3})$/;

/**
 * Reads an amount as people and clients write it, without converting it to a float.
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
  const hasMoreDecimals = /[1-9]/.test(fraction.slice(2));
  if (absolute < MIN_AMOUNT) return { error: 'errors:amountMin' };
  if (absolute > most || (absolute === most && hasMoreDecimals))
    return { error: most === MAX_BALANCE ? 'errors:balanceMax' : 'errors:amountMax' };
  if (hasMoreDecimals) return { error: 'errors:amountDecimals' };
  // A JSON number is unambiguous; text may have been grouped.
  if (typeof input === 'string' && AMBIGUOUS.test(match[0])) return { error: 'errors:amountAmbiguous' };
  return { minor: sign === '-' ? -absolute : absolute };
}

// JavaScript writes very small and very large numbers with an exponent, which `DECIMAL` rejects.
function decimalOf(value: number): string {
  if (Math.abs(value) < 1e-6) return '0';
  return Number.isFinite(value) && Math.abs(value) >= 1e21 ? BigInt(value).toString() : String(value);
}

/** An amount that people would say: `121345` → `130000`. @param minor not negative */
export function roundedUp(minor: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, minor))) - 1);
  return Math.ceil(Math.round(minor) / unit) * unit;
}

/** Minor units as a number of JSON answers: `1999` → `19.99`. */
export function toDecimal(minor: number): number {
  return minor / 100;
}

/** As `toDecimal` the other way; 0 for none. */
export function fromDecimal(decimal: number | string | null | undefined): number {
  return Math.round(Number(decimal ?? 0) * 100);
}

/** Between 0 and 1; 0 of nothing, as of amounts without a rate. */
export function shareOf(amount: number, total: number): number {
  return total === 0 ? 0 : amount / total;
}

/** In minor units: 100 for a currency without decimals. */
export function smallestAmount(currency: Currency): number {
  return 10 ** (2 - decimalsOf(currency));
}

/** `minor` is a computed amount in minor units, such as an average. */
export function roundedTo(currency: Currency, minor: number): number {
  const unit = smallestAmount(currency);
  // Adding 0 turns −0 into 0, because the two are not treated alike everywhere.
  return Math.round(minor / unit) * unit + 0;
}

/**
 * Factors for amounts with a meaning, such as "a large expense", relative to the default currency. A yen is worth about
 * a hundredth of the others.
 */
const SCALES: Record<Currency, number> = {
  ...{ USD: 1, EUR: 1, ILS: 1, GBP: 1 },
  ...{ JPY: 100, CAD: 1, AUD: 1, CHF: 1, CNY: 1 },
};

/** Converts a round amount of the default currency (minor units) into one of about the same worth in another. */
export function scaledTo(currency: Currency, minor: number): number {
  return minor * SCALES[currency];
}
