import { type Currency, decimalsOf } from '../i18n/currencies.ts';

/** The decimal mark of a person's numbers. */
export type DecimalMark = '.' | ',';

// No group begins with a zero: `0,500` is half of one.
const GROUPED = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/;

/**
 * Reads an amount as people write it: with a currency symbol, grouped digits, and their own decimal mark
 * (`"₪1,234.50"`, `"1.234,50"` → `"1234.50"`). A single mark before the last one or two digits is the decimal mark
 * whichever it is, because groups have three digits.
 * @returns decimal text with a point and an optional sign; text that is not an amount is returned unchanged
 */
export function readAmountText(text: string, own: DecimalMark = '.'): string {
  const [, sign = '', marked] = /^([+-]?)([\d.,]*)$/.exec(bare(text)) ?? [];
  if (marked === undefined) return text;
  const at = decimalAt(marked, own);
  const whole = at < 0 ? marked : marked.slice(0, at);
  const fraction = at < 0 ? '' : marked.slice(at + 1);
  if (/\D/.test(fraction) || (/\D/.test(whole) && !GROUPED.test(whole))) return text;
  return `${sign}${digitsOf(whole)}${at < 0 ? '' : `.${fraction}`}`;
}

/**
 * An amount in the person's own notation, without symbol, sign and groups (`₪1,234.50` → `1234,50`): what a field shows
 * once it is left. It is read as the same amount; text that is not an amount is returned unchanged.
 */
export function tidyAmountText(text: string, own: DecimalMark = '.'): string {
  const read = /^[+-]?(\d*)(?:\.(\d{0,2})0*)?$/.exec(readAmountText(text, own));
  const [, whole = '', fraction = ''] = read ?? [];
  if (!whole && !fraction) return text;
  return fraction ? `${whole}${own}${fraction}` : whole;
}

/**
 * A pasted text: the one amount among its words (`Total: ₪45.90 incl. VAT` → `45.90`), as `tidyAmountText` writes it.
 * Text with several numbers, or with one that may mean several amounts (`1e3`, `1,234.567`), is returned unchanged.
 */
export function pastedAmountText(text: string, own: DecimalMark = '.'): string {
  const whole = tidyAmountText(text, own);
  const words = withoutMarks(text).split(/\s+/);
  const [number, ...others] = words.filter((word) => /\d/.test(word));
  // A mark that stands apart may belong to the number.
  const isLoose = words.some((word) => /^[.,]+$/.test(word));
  if (whole !== text || words.length === 1 || number === undefined || others.length > 0 || isLoose)
    return whole;
  const amount = number.replace(/^[([“]+/, '').replace(/[)\]”:;,.!?]+$/, '');
  const isAmount = /^[+-]?\d*(?:\.\d{0,2}0*)?$/.test(readAmountText(amount, own));
  return isAmount ? tidyAmountText(amount, own) : text;
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
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
    .replace(/^([+-]?)(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3})\s*/u, '$1')
    .replace(/\s*(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3})$/u, '');
}

/** The position of the decimal mark; -1 where there is none and every mark only groups. */
function decimalAt(marked: string, own: DecimalMark): number {
  const last = Math.max(marked.lastIndexOf('.'), marked.lastIndexOf(','));
  if (last < 0) return -1;
  const mark = marked.charAt(last);
  const isAlone = marked.indexOf(mark) === last;
  if (marked.includes(mark === '.' ? ',' : '.')) return isAlone ? last : -1;
  if (isAlone && mark === own) return last;
  return GROUPED.test(marked) ? -1 : marked.indexOf(mark);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
