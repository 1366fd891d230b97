import type { Currency } from '../i18n/currencies.ts';
import type { Foreign } from './foreign-amount.ts';

interface Typed {
  amount?: number | Foreign | undefined;
  originalAmount?: Foreign | null | undefined;
}

interface Sent {
  amount: number | undefined;
  originalAmount?: number | null | undefined;
  originalCurrency?: Currency;
}

/** The amounts of a form as the input of a use case. An amount in another currency is what was paid. */
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
