import { CURRENCY_CODES, type Currency, isCurrency } from '../i18n/currencies.ts';
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

/** The columns of money that are shown beside the amount in the person's currency. */
interface Recorded {
  amount: number;
  account_amount: number | null;
  original_amount: number | null;
  original_currency: string | null;
}

/**
 * What is shown of money: the amount in the person's currency first, unless no rate is known, then what was paid, and
 * what an account of a third currency was charged.
 */
export function shownAmounts(
  { amount, account_amount, original_amount, original_currency }: Recorded,
  own: Currency,
  ofAccount: string | null,
): Foreign[] {
  const all = [
    { minor: amount, currency: own },
    { minor: original_amount ?? 0, currency: original_currency },
    { minor: account_amount ?? 0, currency: ofAccount },
  ];
  return all.filter(
    (shown, index): shown is Foreign =>
      (shown.minor > 0 || (index === 0 && original_currency === null)) &&
      isCurrency(shown.currency ?? undefined) &&
      all.findIndex(({ currency }) => currency === shown.currency) === index,
  );
}

/** Whether no rate was known, so that an amount is missing in totals. */
export function lacksRate({
  amount,
  account_amount = null,
}: {
  amount: number;
  account_amount?: number | null;
}) {
  return amount === 0 || account_amount === 0;
}

interface Typed {
  amount?: number | Foreign | undefined;
  originalAmount?: Foreign | null | undefined;
}

interface Sent {
  amount: number | undefined;
  originalAmount?: number | null | undefined;
  originalCurrency?: Currency;
}

/** What a form says of money, as a use case takes it. An amount in another currency is what was paid. */
export function moneyOf<Checked extends Typed>({
  amount,
  originalAmount,
  ...checked
}: Checked): Omit<Checked, keyof Typed> & Sent {
  const paid = typeof amount === 'object' ? amount : originalAmount;
  const charged = typeof amount === 'object' ? undefined : amount;
  if (!paid) return { ...checked, amount: charged, originalAmount: paid };
  return { ...checked, amount: charged, originalAmount: paid.minor, originalCurrency: paid.currency };
}
