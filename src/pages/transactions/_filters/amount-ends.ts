import {
  type AmountStyle,
  readAmount,
  readAmountText,
  type WrittenError,
} from '../../../domain/amount-text.ts';
import { parseAmount, toDecimal } from '../../../domain/money.ts';

/** One end of a range of amounts: a decimal such as `1234.5`, or why it is invalid. */
export type End = { decimal: string; error?: never } | { decimal?: never; error: WrittenError } | undefined;

export function typedEnd(text: string, style: AmountStyle): End {
  if (text === '') return undefined;
  const end = plainEnd(readAmountText(text, style));
  // Amounts recorded in an earlier currency may have decimals that the present one lacks.
  const parsed = end?.error && readAmount(text, style, { current: text });
  return parsed && 'error' in parsed ? { error: parsed.error } : end;
}

/** Parses an end in plain notation, as addresses have it. */
export function plainEnd(text: string): End {
  if (text === '') return undefined;
  if (/^0*\.?0*$/.test(text) && text !== '.') return { decimal: '0' };
  const parsed = parseAmount(text);
  if ('error' in parsed) return { error: parsed.error };
  return /^[\d.]/.test(text)
    ? { decimal: String(toDecimal(parsed.minor)) }
    : { error: 'errors:amountNumber' };
}

/** Converts an end of an address into the person's own notation. */
export function shownEnd(
  decimal: string,
  { decimal_separator }: Pick<AmountStyle, 'decimal_separator'>,
): string {
  return decimal.replace('.', decimal_separator);
}
