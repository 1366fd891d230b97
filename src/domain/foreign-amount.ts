import { CURRENCY_CODES, type Currency } from '../i18n/currencies.ts';
import { type AmountStyle, readAmount } from './amount-text.ts';

/** An amount in minor units, in another currency than the one that is meant without any. */
export interface Foreign {
  minor: number;
  currency: Currency;
}

/**
 * An amount with another currency beside it, as people write it: `20$`, `12 euros`, `20 דולר`. Its own currency decides
 * its decimals.
 */
export function readOther(
  text: string,
  style: AmountStyle,
): { currency: Currency; read: ReturnType<typeof readAmount> } | undefined {
  const own = readAmount(text, style);
  if (!('error' in own) || own.error !== 'errors:amountCurrency') return undefined;
  for (const currency of CURRENCY_CODES) {
    const read = readAmount(text, { ...style, currency });
    const isOfAnother = 'error' in read && /:amount(Currency|Number)$/.test(read.error);
    if (!isOfAnother) return { currency, read };
  }
  return undefined;
}

export function readForeign(text: string, style: AmountStyle): Foreign | undefined {
  const { currency, read } = readOther(text, style) ?? {};
  return currency && read && 'minor' in read ? { minor: Math.abs(read.minor), currency } : undefined;
}
