import type { Locale } from './locales.ts';

/**
 * The currencies of the product and their symbols, the usual ones first: lists of them everywhere have this order.
 */
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

/** Their codes. */
export const CURRENCY_CODES = Object.keys(CURRENCIES) as Currency[];

/** How many decimals a currency has (ISO 4217). */
export function decimalsOf(currency: Currency): 0 | 2 {
  return currency === 'JPY' ? 0 : 2;
}

/** The currency of people who have chosen none. */
export const DEFAULT_CURRENCY: Currency = 'ILS';

export function isCurrency(code: string | undefined): code is Currency {
  return code !== undefined && Object.hasOwn(CURRENCIES, code);
}

/** A currency as people know it; its flag is drawn by `_AllCurrencies.astro`. */
export interface CurrencyRecord {
  code: Currency;
  symbol: string;
  /** In the language of the person. */
  name: string;
}

/** The currencies to choose from. */
export function currencyRecords(locale: Locale): CurrencyRecord[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return CURRENCY_CODES.map((code) => ({
    code,
    symbol: CURRENCIES[code],
    name: names.of(code) ?? code,
  }));
}

/**
 * The same as options; the code comes first, because typing its letters chooses it. Without flags: many machines have
 * no font for them, and an option cannot contain a drawing.
 */
export function currencyOptions(locale: Locale): { value: Currency; text: string }[] {
  return currencyRecords(locale).map(({ code, symbol, name }) => ({
    value: code,
    text: `${code === symbol ? code : `${code} (${symbol})`} – ${name}`,
  }));
}
