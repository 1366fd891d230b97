import type { Locale } from './locales.ts';

/** The currencies of the product with their symbols, the usual ones first: every list has this order. */
export const CURRENCIES = {
  USD: '$',
  EUR: '€',
  ILS: '₪',
  GBP: '£',
  JPY: '¥',
  CAD: 'C$',
  AUD: 'A$',
  CHF: 'CHF',
  CNY: 'CN¥',
} as const;

export type Currency = keyof typeof CURRENCIES;

export const CURRENCY_CODES = Object.keys(CURRENCIES) as Currency[];

/** How many decimals a currency has (ISO 4217). */
export function decimalsOf(currency: Currency): 0 | 2 {
  return currency === 'JPY' ? 0 : 2;
}

export const DEFAULT_CURRENCY: Currency = 'ILS';

export function isCurrency(code: string | undefined): code is Currency {
  return code !== undefined && Object.hasOwn(CURRENCIES, code);
}

/** A currency as a list shows it; its flag is drawn by `_AllCurrencies.astro`. */
interface CurrencyRecord {
  code: Currency;
  symbol: string;
  /** In the person's language. */
  name: string;
}

export function currencyRecords(locale: Locale): CurrencyRecord[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return CURRENCY_CODES.map((code) => ({
    code,
    symbol: CURRENCIES[code],
    name: names.of(code) ?? code,
  }));
}

/**
 * The currencies as options. The code comes first, because typing its letters chooses it. Many machines have no font
 * for flags, and an option cannot contain a drawing.
 */
export function currencyOptions(locale: Locale): { value: Currency; text: string }[] {
  return currencyRecords(locale).map(({ code, symbol, name }) => ({
    value: code,
    text: `${code === symbol ? code : `${code} (${symbol})`} – ${name}`,
  }));
}
