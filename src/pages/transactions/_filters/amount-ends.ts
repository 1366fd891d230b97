import {
  type AmountStyle,
  readAmount,
  readAmountText,
  type WrittenError,
} from '../../../domain/amount-text.ts';
import { parseAmount, toDecimal } from '../../../domain/money.ts';

/** One end of a range of amounts: none, a decimal such as `1234.5`, or why it is invalid. */
export type End = { decimal: string; error?: never } | { decimal?: never; error: WrittenError } | undefined;

/** Parses an end in the person's own notation. */
export function typedEnd(text: string, style: AmountStyle): End {
  if (text === '') return undefined;
  const end = plainEnd(readAmountText(text, style));
  // Amounts recorded in an earlier currency may have decimals that the present one lacks.
  const read = end?.error && readAmount(text, style, { own: text });
  return read && 'error' in read ? { error: read.error } : end;
}

/** Parses an end from an address: digits and a point. */
export function plainEnd(text: string): End {
  if (text === '') return undefined;
  if (/^0*\.?0*$/.test(text) && text !== '.') return { decimal: '0' };
  const read = parseAmount(text);
  if ('error' in read) return { error: read.error };
  return /^[\d.]/.test(text) ? { decimal: String(toDecimal(read.minor)) } : { error: 'errors:amountNumber' };
}

/** An end from an address in the person's own notation. */
export function shownEnd(
  decimal: string,
  { decimal_separator }: Pick<AmountStyle, 'decimal_separator'>,
): string {
  return decimal.replace('.', decimal_separator);
}
