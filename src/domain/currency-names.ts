import { CURRENCIES, type Currency } from '../i18n/currencies.ts';
import { folded } from './folded-text.ts';

/** Names accepted instead of a code, in any case. */
export const CURRENCY_ALIASES: ReadonlyMap<string, Currency> = new Map([
  ['SHEKEL', 'ILS'],
  ['NIS', 'ILS'],
  ['DOLLAR', 'USD'],
  ['EURO', 'EUR'],
  ['POUND', 'GBP'],
  ['YEN', 'JPY'],
]);

const DOLLARS = ['dollar', 'dollars', 'buck', 'bucks', 'דולר', 'דולרים'];

/** Besides code, symbol and alias. */
const WRITTEN: Partial<Record<Currency, string[]>> = {
  ILS: ['shekels', 'שקל', 'שקלים', 'ש"ח', 'ש״ח', 'שח'],
  USD: ['US$', 'US dollar', 'US dollars', 'American dollars', ...DOLLARS],
  EUR: ['euros', 'אירו', 'יורו'],
  GBP: ['pounds', 'quid', 'sterling', 'pounds sterling', 'פאונד', 'לירות', 'לירות שטרלינג', 'ליש"ט'],
  JPY: ['ין'],
  CHF: ['franc', 'francs', 'Swiss francs', 'פרנק', 'פרנקים'],
  CAD: ['CA$', 'Canadian dollar', 'Canadian dollars', ...DOLLARS],
  AUD: ['AU$', 'Australian dollar', 'Australian dollars', ...DOLLARS],
  CNY: ['RMB', 'yuan', 'renminbi', 'יואן'],
};

const CENTS = ['cent', 'cents', 'סנט', 'סנטים'];

const HUNDREDTHS: Partial<Record<Currency, string[]>> = {
  ILS: ['אגורה', 'אגורות', "אג'", 'אג', 'agora', 'agorot'],
  USD: CENTS,
  EUR: CENTS,
  CAD: CENTS,
  AUD: CENTS,
  GBP: ['penny', 'pence', 'p'],
  CHF: ['rappen', 'centimes'],
};

/** Currency names that are also ordinary words, such as "chess" in Hebrew; they always follow the amount. */
export const CURRENCY_HOMONYMS: ReadonlySet<string> = new Set(['שח']);

/** Currency names that are also units of weight. */
export const WEIGHTS: ReadonlySet<string> = new Set(['pound', 'pounds', 'פאונד']);

/** Names that may mean another currency: `hotel 30 pounds`, unlike `2 pounds apples 5`. */
export const MAYBE_OTHERS: ReadonlySet<string> = new Set([
  'pound',
  'pounds',
  'פאונד',
  'buck',
  'bucks',
  'ין',
  'franc',
]);

/** Names that do not imply another currency: `dollar` also occurs in "dollar store". */
const isVague = (name: string) =>
  CURRENCY_HOMONYMS.has(name) || MAYBE_OTHERS.has(name) || ['dollar', 'p'].includes(name);

/**
 * How people write their own currency beside an amount, folded: its symbol, the bare sign that it has at home (the
 * Canadian dollar is `$` there), its code and its names; longer ones before those that they contain.
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
  // Unfolded forms too, because a line is searched for them before its words are folded.
  const forms = units.flatMap((unit) => [folded(unit), unit.toLowerCase()]);
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

export function hundredthsOf(currency: Currency): string[] {
  return (HUNDREDTHS[currency] ?? []).map(folded);
}

/**
 * The folded names of other currencies and of their hundredths, which show after an amount that it is in another
 * currency.
 */
export function namesOfOthers(currency: Currency): string[] {
  const ownNames = [...currencyUnits(currency), ...hundredthsOf(currency)];
  const names = [
    ...CURRENCY_ALIASES.keys(),
    ...Object.values(WRITTEN).flat(),
    ...Object.values(HUNDREDTHS).flat(),
  ];
  return [...new Set(names.map(folded))].filter((name) => !ownNames.includes(name) && !isVague(name));
}
