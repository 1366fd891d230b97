import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { chargedAmount } from '../../charged.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Money } from '../../transactions/money.ts';
import { moneyOfSides } from '../../transactions/transfers/money.ts';

interface MoneyContext {
  ledger: Ledger;
  now: Date;
  /** The person's. */
  currency: Currency;
  accounts: ReadonlyMap<string, AccountRow>;
}

const isForeign = ({ account_amount }: Money) => account_amount !== null;

/**
 * The amounts of both sides of a transfer between currencies. Each side keeps its amount in its account; the worth in the
 * person's currency is computed again, as for a typed transfer.
 * @param keepsRate keeps the rate of the side that left, where both accounts are in other currencies than the person
 * @returns null for a transfer within one currency
 */
export async function transferMoney(
  { ledger, now, currency, accounts }: MoneyContext,
  one: TransactionRow,
  other: TransactionRow,
  keepsRate: boolean,
): Promise<{ one: Money; other: Money } | null> {
  const [left, arrived] = one.type === 'expense' ? [one, other] : [other, one];
  const [fromAccount, toAccount] = [left, arrived].map(({ account_id }) => accounts.get(account_id));
  if (!fromAccount || !toAccount || fromAccount.currency === toAccount.currency) return null;
  const rate = keepsRate && isForeign(left) && isForeign(arrived) ? left.rate : null;
  const amounts = { amount: chargedAmount(left), amountTo: chargedAmount(arrived), ...(rate && { rate }) };
  const context = { viewer: { currency }, now };
  const { from, to } = await moneyOfSides(ledger.tx, context, { fromAccount, toAccount }, amounts, left.date);
  return one === left ? { one: from, other: to } : { one: to, other: from };
}
