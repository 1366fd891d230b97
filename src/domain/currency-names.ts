import { CURRENCIES, type Currency } from '../i18n/currencies.ts';
import { folded } from './folded-text.ts';

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
  USD: ['US$', 'dollars', 'דולר', 'דולרים'],
  EUR: ['euros', 'אירו', 'יורו'],
  GBP: ['pounds', 'פאונד'],
  JPY: ['ין'],
  CAD: ['CA$'],
  AUD: ['AU$'],
  CNY: ['RMB'],
};

/** Those that are words of their own as well, such as chess in Hebrew; in any case they follow the amount. */
export const CURRENCY_HOMONYMS: ReadonlySet<string> = new Set(['שח']);

/**
 * How people write their own currency beside an amount, folded: its symbol, the bare sign of it, which is theirs at home
 * (the dollar of Canada is `$` there), its code and its names; longer ones before those that they contain.
 */
export function currencyUnits(currency: Currency): string[] {
  const symbol = CURRENCIES[currency];
  const aliases = [...CURRENCY_ALIASES].filter(([, code]) => code === currency).map(([name]) => name);
  const units = [
    symbol,
    symbol.replace(/^.*(?=\p{Sc})/u, ''),
    currency,
    ...aliases,
    ...(WRITTEN[currency] ?? []),
  ];
  // A line is searched for them before its words are folded.
  const forms = units.flatMap((unit) => [folded(unit), unit.toLowerCase()]);
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}
