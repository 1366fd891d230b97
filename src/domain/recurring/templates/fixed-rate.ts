import type { TemplateRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { exchanged, rateOfAmounts } from '../../transactions/money.ts';

const MOST_DECIMALS = 6;

/**
 * The rate that the amounts of a template fix in an account of another currency: the person's for one of its. Amounts are
 * rounded, so it is the shortest one that makes them, as people and banks write rates.
 * @returns decimal text, missing while none is known
 */
export function fixedRate(
  { amount, account_amount: charged }: Pick<TemplateRow, 'amount' | 'account_amount'>,
  own: Currency,
): string | undefined {
  if (!charged || amount === 0) return undefined;
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals += 1) {
    const rate = (amount / charged).toFixed(decimals);
    if (Number(rate) > 0 && exchanged(charged, rate, own) === amount) return rate;
  }
  return rateOfAmounts(amount, charged);
}
