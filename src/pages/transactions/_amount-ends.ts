import { type AmountFault, parseAmount, toDecimal } from '../../domain/money.ts';
import type { Preferences } from '../../i18n/preferences.ts';

/** How a person writes numbers. */
export type NumberStyle = Pick<Preferences, 'decimal_separator' | 'thousand_separator'>;

/** One end of a range of amounts: none, a decimal such as `1234.5`, or why it is no amount. */
export type End = { decimal: string; fault?: never } | { decimal?: never; fault: AmountFault } | undefined;

/** Reads an end as a person writes it: their own separators, or a plain point where that cannot be mistaken. */
export function typedEnd(text: string, style: NumberStyle): End {
  return plainEnd(pointed(text.replace(/[\s\u200e\u200f]/g, ''), style));
}

/** Reads an end as addresses have it: digits and a point. */
export function plainEnd(text: string): End {
  if (text === '') return undefined;
  if (/^0*\.?0*$/.test(text) && text !== '.') return { decimal: '0' };
  const read = parseAmount(text);
  if ('fault' in read) return { fault: read.fault };
  return /^[\d.]/.test(text) ? { decimal: String(toDecimal(read.minor)) } : { fault: 'errors:amountNumber' };
}

/** An end of an address as the person would have typed it. */
export function shownEnd(decimal: string, { decimal_separator }: NumberStyle): string {
  return decimal.replace('.', decimal_separator);
}

function pointed(text: string, { decimal_separator, thousand_separator }: NumberStyle): string {
  const [whole = '', ...rest] = text.split(decimal_separator);
  const digits = thousand_separator.trim() ? ungrouped(whole, thousand_separator) : whole;
  return rest.length > 1 || !/^\d*$/.test(digits) ? text : [digits, ...rest].join('.');
}

// Only groups of three are separators of thousands: `12.50` stays what it says.
function ungrouped(whole: string, separator: string): string {
  const [first = '', ...groups] = whole.split(separator);
  const grouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  return grouped ? [first, ...groups].join('') : whole;
}
