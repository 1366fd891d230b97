import { type Currency, isCurrency } from '../i18n/currencies.ts';
import type { Foreign } from './foreign-amount.ts';

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
