import type { Currency } from '../i18n/currencies.ts';

/** The names that are accepted instead of a code, in any case (specification, section 5). */
export const CURRENCY_ALIASES: ReadonlyMap<string, Currency> = new Map([
  ['SHEKEL', 'ILS'],
  ['NIS', 'ILS'],
  ['DOLLAR', 'USD'],
  ['EURO', 'EUR'],
  ['POUND', 'GBP'],
  ['YEN', 'JPY'],
]);

/** What people write beside an amount, besides code, symbol and alias. */
const WRITTEN: Partial<Record<Currency, string[]>> = {
  ILS: ['shekels', 'שקל', 'שקלים', 'ש"ח', 'ש״ח', 'שח'],
  USD: ['dollars', 'דולר', 'דולרים'],
  EUR: ['euros', 'אירו', 'יורו'],
  GBP: ['pounds', 'פאונד'],
  JPY: ['ין'],
};

/** Those that are words of their own as well, such as chess in Hebrew; in any case they follow the amount. */
export const CURRENCY_HOMONYMS: ReadonlySet<string> = new Set(['שח']);

/** The words that stand beside an amount in a currency, besides its symbol. */
export function currencyNames(currency: Currency): string[] {
  const aliases = [...CURRENCY_ALIASES].filter(([, code]) => code === currency).map(([name]) => name);
  return [currency, ...aliases, ...(WRITTEN[currency] ?? [])];
}
