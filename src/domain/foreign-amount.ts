import { CURRENCY_CODES, type Currency } from '../i18n/currencies.ts';
import { type AmountStyle, readAmount } from './amount-text.ts';

/** An amount with another currency beside it, as people write it: `20$`, `12 euros`, `20 דולר`. */
export function readForeign(
  text: string,
  style: AmountStyle,
): { minor: number; currency: Currency } | undefined {
  const own = readAmount(text, style);
  if (!('error' in own) || own.error !== 'errors:amountCurrency') return undefined;
  for (const currency of CURRENCY_CODES) {
    const read = currency === style.currency ? own : readAmount(text, { ...style, currency });
    if ('minor' in read) return { minor: Math.abs(read.minor), currency };
  }
  return undefined;
}
