import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Money } from '../../transactions/charged.ts';
import { moneyOfSides } from '../../transactions/transfers/money.ts';
import { inAccount } from '../../transactions/transfers/transfer.ts';

interface Place {
  ledger: Ledger;
  now: Date;
  /** Of the person. */
  currency: Currency;
  accounts: ReadonlyMap<string, AccountRow>;
}

const isForeign = ({ account_amount }: Money) => account_amount !== null;

/**
 * The money of both sides of a transfer between currencies, of which each has what it has in its account: what they are
 * worth follows anew, as when it is typed.
 * @param keepsRate whether the rate of what left holds, where both are in other currencies
 */
export async function moneyAgain(
  { ledger, now, currency, accounts }: Place,
  one: TransactionRow,
  other: TransactionRow,
  keepsRate: boolean,
): Promise<{ one: Money; other: Money } | null> {
  const [left, arrived] = one.type === 'expense' ? [one, other] : [other, one];
  const [fromAccount, toAccount] = [left, arrived].map(({ account_id }) => accounts.get(account_id));
  if (!fromAccount || !toAccount || fromAccount.currency === toAccount.currency) return null;
  const rate = keepsRate && isForeign(left) && isForeign(arrived) ? left.rate : null;
  const amounts = { amount: inAccount(left), amountTo: inAccount(arrived), ...(rate && { rate }) };
  const place = { viewer: { currency }, now };
  const { from, to } = await moneyOfSides(ledger.tx, place, { fromAccount, toAccount }, amounts, left.date);
  return one === left ? { one: from, other: to } : { one: to, other: from };
}
