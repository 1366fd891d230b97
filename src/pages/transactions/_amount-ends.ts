import { readAmountText } from '../../domain/amount-text.ts';
import { type AmountFault, parseAmount, toDecimal } from '../../domain/money.ts';
import type { Preferences } from '../../i18n/preferences.ts';

/** How a person writes numbers. */
export type NumberStyle = Pick<Preferences, 'decimal_separator'>;

/** One end of a range of amounts: none, a decimal such as `1234.5`, or why it is no amount. */
export type End = { decimal: string; fault?: never } | { decimal?: never; fault: AmountFault } | undefined;

/** Reads an end as the person writes it. */
export function typedEnd(text: string, style: NumberStyle): End {
  return plainEnd(readAmountText(text, style.decimal_separator));
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
