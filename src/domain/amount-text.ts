import { CURRENCY_CODES, type Currency, decimalsOf } from '../i18n/currencies.ts';
import { currencyUnits } from './currency-names.ts';
import { folded } from './folded-text.ts';
import { AMBIGUOUS, type AmountError, parseAmount } from './money.ts';

/** The decimal mark of a person's numbers. */
export type DecimalMark = '.' | ',';

/** The marks within a person's numbers; nothing may separate thousands. */
export interface NumberMarks {
  decimal_separator: DecimalMark;
  thousand_separator: string;
}

/** The marks of addresses and of the API. */
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

/** What a message about an amount that may mean two names: both as they are shown, and as they are typed without doubt. */
export type Readings = Record<'thousands' | 'decimals' | 'typedThousands' | 'typedDecimals', string>;

/**
 * The amount of a field: signed minor units, or why it is refused. Another currency is never taken for the person's own,
 * and decimals that the currency lacks are left only to the amount that is changed, whose text is `own`. `most` is in minor
 * units.
 */
export function readAmount(
  text: string,
  style: AmountStyle,
  { own, most }: { own?: string; most?: number } = {},
): { minor: number } | { error: WrittenError; readings?: Readings | undefined } {
  const readings = readingsOf(text, style);
  if (readings) return { error: 'errors:amountAmbiguous', readings };
  const read = parseAmount(readAmountText(text, style), most);
  if ('error' in read)
    return read.error === 'errors:amountNumber' && /\d/.test(text) && namesOther(text, style.currency)
      ? { error: 'errors:amountCurrency' }
      : read;
  const isWhole = decimalsOf(style.currency) === 2 || read.minor % 100 === 0 || text === own;
  return isWhole ? read : { error: 'errors:amountWhole' };
}

// No group begins with a zero: `0,500` is half of one.
const GROUPED = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/;

/**
 * Reads an amount as people write it: with the symbol, the code or a name of their own currency, grouped digits, and
 * their own decimal mark (`"₪1,234.50"`, `"1.234,50"` → `"1234.50"`). A single mark before the last one or two digits is
 * the decimal mark whichever it is, because groups have three digits. Before three digits it may group them or not, unless
 * it is the one that the person groups by: then the answer, such as `1.200`, is to be asked about.
 * @returns decimal text with a point and an optional sign; text that is not an amount, or is one in another currency, is
 * returned unchanged
 */
export function readAmountText(text: string, style: AmountStyle): string {
  return readDigits(withoutCurrency(bare(text), style.currency), style) ?? text;
}

/** The same of an amount without a currency; undefined for text that is none. */
export function readDigits(text: string, marks: NumberMarks): string | undefined {
  const [, sign = '', marked] = /^([+-]?)([\d.,]*)$/.exec(bare(text)) ?? [];
  if (marked === undefined) return undefined;
  const asDecimals = marked.replace(',', '.');
  if (AMBIGUOUS.test(asDecimals) && marked.at(-4) !== marks.thousand_separator) return sign + asDecimals;
  const at = decimalAt(marked, marks);
  const whole = at < 0 ? marked : marked.slice(0, at);
  const fraction = at < 0 ? '' : marked.slice(at + 1);
  if (/\D/.test(fraction) || (/\D/.test(whole) && !GROUPED.test(whole))) return undefined;
  return `${sign}${digitsOf(whole)}${at < 0 ? '' : `.${fraction}`}`;
}

/**
 * An amount in the person's own notation, without symbol, sign and groups (`₪1,234.50` → `1234,50`): what a field shows
 * once it is left. It is read as the same amount; text that is not an amount is returned unchanged.
 */
export function tidyAmountText(text: string, style: AmountStyle): string {
  return written(readAmountText(text, style), style.decimal_separator) ?? text;
}

/** The same of an amount without a currency, such as `1,234.50`. */
export function tidyDigits(text: string, marks: NumberMarks): string {
  return written(readDigits(text, marks) ?? '', marks.decimal_separator) ?? text;
}

/**
 * Both meanings of a text with a mark before its last three digits that may group them or not, in the person's own
 * notation: `1.200` is 1,200.00 or 1.20. Undefined for any other text.
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

function written(decimal: string, own: DecimalMark): string | undefined {
  if (AMBIGUOUS.test(decimal)) return undefined;
  const [, whole = '', fraction = ''] = /^[+-]?(\d*)(?:\.(\d{0,2})0*)?$/.exec(decimal) ?? [];
  if (!whole && !fraction) return undefined;
  return fraction ? `${whole}${own}${fraction}` : whole;
}

/**
 * A pasted text: the one amount among its words (`Total: ₪45.90 incl. VAT` → `45.90`), as `tidyAmountText` writes it.
 * Text with several numbers, with one that is no amount (`1e3`, `1,234.567`), or with another currency, is returned
 * unchanged.
 */
export function pastedAmountText(text: string, style: AmountStyle): string {
  const whole = tidyAmountText(text, style);
  const words = withoutMarks(text).split(/\s+/);
  const [number, ...others] = words.filter((word) => /\d/.test(word));
  // A mark that stands apart may belong to the number.
  const isLoose = words.some((word) => /^[.,]+$/.test(word));
  if (whole !== text || words.length === 1 || number === undefined || others.length > 0 || isLoose)
    return whole;
  if (namesOther(text, style.currency)) return text;
  const amount = number.replace(/^[([“]+/, '').replace(/[)\]”:;,.!?]+$/, '');
  const read = readAmountText(amount, style);
  const isAmount = /^[+-]?\d*(?:\.\d{0,2}0*)?$/.test(read) || AMBIGUOUS.test(read);
  return isAmount ? tidyAmountText(amount, style) : text;
}

/**
 * Minor units as an amount field shows them: `123450` → `1234,50` for people who write a comma. Decimals that the
 * currency lacks are shown only where an amount has them, because it was recorded in another one.
 */
export function amountField(minor: number, own: DecimalMark = '.', currency?: Currency): string {
  const isWhole = currency !== undefined && decimalsOf(currency) === 0 && minor % 100 === 0;
  return isWhole ? String(minor / 100) : (minor / 100).toFixed(2).replace('.', own);
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

// Words alone: `folded` makes other digits of some characters, so that 5² would be 52, and takes blanks away.
function plain(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{Sc}\p{Pi}\p{Pf}"'„′″׳״]+/gu, folded);
}

function withoutCurrency(text: string, currency: Currency): string {
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/s.exec(plain(text)) ?? [];
  const unit = currencyUnits(currency).find((one) => rest.startsWith(one) || rest.endsWith(one)) ?? '';
  return sign + (rest.startsWith(unit) ? rest.slice(unit.length) : rest.slice(0, -unit.length)).trim();
}

/** Whether a text has the symbol, the code or a name of another currency among its words. */
function namesOther(text: string, currency: Currency): boolean {
  const own = currencyUnits(currency);
  const known = CURRENCY_CODES.flatMap(currencyUnits);
  return plain(withoutMarks(text))
    .split(/[\s\d.,:;()[\]+\u2212-]+/)
    .some((word) => !own.includes(word) && (known.includes(word) || /\p{Sc}/u.test(word)));
}

/** The position of the decimal mark; -1 where there is none and every mark only groups. */
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
