import { readAmountText } from '../../../domain/amount-text.ts';
import { type AmountFault, parseAmount, toDecimal } from '../../../domain/money.ts';
import type { Preferences } from '../../../i18n/preferences.ts';

/** How a person writes numbers. */
export type NumberStyle = Pick<Preferences, 'decimal_separator'>;

/** One end of a range of amounts: none, a decimal such as `1234.5`, or why it is invalid. */
export type End = { decimal: string; fault?: never } | { decimal?: never; fault: AmountFault } | undefined;

/** Parses an end in the person's own notation. */
export function typedEnd(text: string, style: NumberStyle): End {
  return plainEnd(readAmountText(text, style.decimal_separator));
}

/** Parses an end from an address: digits and a point. */
export function plainEnd(text: string): End {
  if (text === '') return undefined;
  if (/^0*\.?0*$/.test(text) && text !== '.') return { decimal: '0' };
  const read = parseAmount(text);
  if ('fault' in read) return { fault: read.fault };
  return /^[\d.]/.test(text) ? { decimal: String(toDecimal(read.minor)) } : { fault: 'errors:amountNumber' };
}

/** An end from an address in the person's own notation. */
export function shownEnd(decimal: string, { decimal_separator }: NumberStyle): string {
  return decimal.replace('.', decimal_separator);
}
