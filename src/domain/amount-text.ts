import { CURRENCY_CODES, type Currency, decimalsOf } from '../i18n/currencies.ts';
import { currencyUnits } from './currency-names.ts';
import { folded } from './folded-text.ts';
import { AMBIGUOUS, type AmountError, parseAmount } from './money.ts';

export type DecimalMark = '.' | ',';

/** `thousand_separator` may be empty. */
export interface NumberMarks {
  decimal_separator: DecimalMark;
  thousand_separator: string;
}

export const PLAIN_MARKS = { decimal_separator: '.', thousand_separator: ',' } as const satisfies NumberMarks;

export interface AmountStyle extends NumberMarks {
  currency: Currency;
}

export function amountStyle({
  preferences: { decimal_separator, thousand_separator },
  currency,
}: {
  preferences: NumberMarks;
  currency: Currency;
}): AmountStyle {
  return { decimal_separator, thousand_separator, currency };
}

export type WrittenError = AmountError | 'errors:amountCurrency' | 'errors:amountWhole';

/** The two readings of an ambiguous amount: each as it is shown, and as it can be typed unambiguously. */
export type Readings = Record<'thousands' | 'decimals' | 'typedThousands' | 'typedDecimals', string>;

/**
 * Reads an amount field as signed minor units, or returns why it is refused. An amount in another currency is refused;
 * one with decimals that the currency lacks is accepted only if it is unchanged, that is, equal to `current`. `most` is in
 * minor units.
 */
export function readAmount(
  text: string,
  style: AmountStyle,
  { current, most }: { current?: string; most?: number } = {},
): { minor: number } | { error: WrittenError; readings?: Readings | undefined } {
  const readings = readingsOf(text, style);
  if (readings) return { error: 'errors:amountAmbiguous', readings };
  const read = parseAmount(readAmountText(text, style), most);
  if ('error' in read)
    return read.error === 'errors:amountNumber' && /\d/.test(text) && namesOther(text, style.currency)
      ? { error: 'errors:amountCurrency' }
      : read;
  const isWhole = decimalsOf(style.currency) === 2 || read.minor % 100 === 0 || text === current;
  return isWhole ? read : { error: 'errors:amountWhole' };
}

// A group never begins with a zero: `0,500` is one half.
const GROUPED = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/;

/**
 * Reads an amount as people write it: with the symbol, the code or a name of their own currency, grouped digits, and
 * their own decimal mark (`"₪1,234.50"`, `"1.234,50"` → `"1234.50"`). A single mark before the last one or two digits
 * is the decimal mark, because groups have three digits. Before three digits it is ambiguous, unless the person groups
 * by it: the result, such as `1.200`, has to be confirmed.
 * @returns decimal text with a point and an optional sign; text that is not an amount, or is one in another currency,
 * is returned unchanged
 */
export function readAmountText(text: string, style: AmountStyle): string {
  return readDigits(withoutCurrency(bare(text), style.currency), style) ?? text;
}

/** As `readAmountText`, without a currency; undefined for text that is not a number. */
export function readDigits(text: string, marks: NumberMarks): string | undefined {
  const [, sign = '', marked] = /^([+-]?)([\d.,]*)$/.exec(bare(text)) ?? [];
  if (marked === undefined) return undefined;
  const asDecimals = marked.replace(',', '.');
  if (AMBIGUOUS.test(asDecimals) && marked.at(-4) !== marks.thousand_separator) return sign + asDecimals;
  const markIndex = decimalAt(marked, marks);
  const whole = markIndex < 0 ? marked : marked.slice(0, markIndex);
  const fraction = markIndex < 0 ? '' : marked.slice(markIndex + 1);
  if (/\D/.test(fraction) || (/\D/.test(whole) && !GROUPED.test(whole))) return undefined;
  return `${sign}${digitsOf(whole)}${markIndex < 0 ? '' : `.${fraction}`}`;
}

/**
 * Rewrites an amount in the person's notation, without symbol, sign and groups (`₪1,234.50` → `1234,50`), for a field
 * that loses focus. It is read as the same amount; text that is not an amount is returned unchanged.
 */
export function tidyAmountText(text: string, style: AmountStyle): string {
  return written(readAmountText(text, style), style.decimal_separator) ?? text;
}

export function tidyDigits(text: string, marks: NumberMarks): string {
  return written(readDigits(text, marks) ?? '', marks.decimal_separator) ?? text;
}

/**
 * Both readings of a text whose mark before its last three digits may group them or not, in the person's notation:
 * `1.200` is 1,200.00 or 1.20. Undefined for any other text.
 */
export function readingsOf(text: string, style: AmountStyle): Readings | undefined {
  const [, , whole = '', last = ''] = AMBIGUOUS.exec(readAmountText(text, style)) ?? [];
  if (!whole) return undefined;
  const { decimal_separator, thousand_separator, currency } = style;
  const isWhole = decimalsOf(currency) === 0;
  const thousandths = Number(whole + last);
  const minor = isWhole ? Math.round(thousandths / 1000) * 100 : Math.round(thousandths / 10);
  return {
    thousands: `${whole}${thousand_separator}${last}${isWhole ? '' : `${decimal_separator}00`}`,
    decimals: amountField(minor, decimal_separator, currency),
    typedThousands: whole + last,
    typedDecimals: String(minor / 100).replace('.', decimal_separator),
  };
}

function written(decimal: string, decimalMark: DecimalMark): string | undefined {
  if (AMBIGUOUS.test(decimal)) return undefined;
  const [, whole = '', fraction = ''] = /^[+-]?(\d*)(?:\.(\d{0,2})0*)?$/.exec(decimal) ?? [];
  if (!whole && !fraction) return undefined;
  return fraction ? `${whole}${decimalMark}${fraction}` : whole;
}

/**
 * Reduces a pasted text to its only amount (`Total: ₪45.90 incl. VAT` → `45.90`), as `tidyAmountText` writes it. Text
 * with several numbers, a malformed one (`1e3`, `1,234.567`), or another currency, is returned unchanged.
 */
export function pastedAmountText(text: string, style: AmountStyle): string {
  const tidied = tidyAmountText(text, style);
  const words = withoutMarks(text).split(/\s+/);
  const [number, ...others] = words.filter((word) => /\d/.test(word));
  // A separate mark may belong to the number.
  const isLoose = words.some((word) => /^[.,]+$/.test(word));
  if (tidied !== text || words.length === 1 || number === undefined || others.length > 0 || isLoose)
    return tidied;
  if (namesOther(text, style.currency)) return text;
  const amount = number.replace(/^[([“]+/, '').replace(/[)\]”:;,.!?]+$/, '');
  const read = readAmountText(amount, style);
  const isAmount = /^[+-]?\d*(?:\.\d{0,2}0*)?$/.test(read) || AMBIGUOUS.test(read);
  return isAmount ? tidyAmountText(amount, style) : text;
}

/**
 * Minor units as text of an amount field: `123450` → `1234,50` for people who write a comma. Decimals that the currency
 * lacks appear only if the amount has them, because it was recorded in another one.
 */
export function amountField(minor: number, decimalMark: DecimalMark = '.', currency?: Currency): string {
  const isWhole = currency !== undefined && decimalsOf(currency) === 0 && minor % 100 === 0;
  return isWhole ? String(minor / 100) : (minor / 100).toFixed(2).replace('.', decimalMark);
}

// Text copied from a Hebrew page contains direction marks.
function withoutMarks(text: string): string {
  return text.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim();
}

function bare(text: string): string {
  return withoutMarks(text)
    .replace(/^\u2212/, '-')
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
}

// Only words, because `folded` turns some characters into digits (5² would become 52) and removes blanks.
function plain(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{Sc}\p{Pi}\p{Pf}"'„′″׳״]+/gu, folded);
}

function withoutCurrency(text: string, currency: Currency): string {
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/s.exec(plain(text)) ?? [];
  const unit =
    currencyUnits(currency).find((candidate) => rest.startsWith(candidate) || rest.endsWith(candidate)) ?? '';
  return sign + (rest.startsWith(unit) ? rest.slice(unit.length) : rest.slice(0, -unit.length)).trim();
}

function namesOther(text: string, currency: Currency): boolean {
  const ownUnits = currencyUnits(currency);
  const allUnits = CURRENCY_CODES.flatMap(currencyUnits);
  return plain(withoutMarks(text))
    .split(/[\s\d.,:;()[\]+\u2212-]+/)
    .some((word) => !ownUnits.includes(word) && (allUnits.includes(word) || /\p{Sc}/u.test(word)));
}

/** The index of the decimal mark; -1 if there is none, because every mark groups. */
function decimalAt(marked: string, { decimal_separator }: NumberMarks): number {
  const last = Math.max(marked.lastIndexOf('.'), marked.lastIndexOf(','));
  if (last < 0) return -1;
  const mark = marked.charAt(last);
  const isAlone = marked.indexOf(mark) === last;
  if (marked.includes(mark === '.' ? ',' : '.')) return isAlone ? last : -1;
  const isDecimal = mark === decimal_separator || /^0*[.,]|[.,]\d{0,2}$/.test(marked);
  return isAlone && isDecimal ? last : -1;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
