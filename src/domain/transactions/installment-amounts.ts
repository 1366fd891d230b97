import type { Currency } from '../../i18n/currencies.ts';
import { smallestAmount } from '../money.ts';

/** The most payments of one purchase, as card companies offer them. */
export const INSTALLMENTS_MOST = 60;

/**
 * An amount in minor units as equal payments; the first one takes the rest, as on the bills of Israeli cards.
 * @returns null if there is too little for so many
 */
export function splitAmount(amount: number, payments: number, currency: Currency): number[] | null {
  const unit = smallestAmount(currency);
  const each = Math.floor(amount / payments / unit) * unit;
  if (each === 0) return null;
  return [amount - each * (payments - 1), ...Array<number>(payments - 1).fill(each)];
}
