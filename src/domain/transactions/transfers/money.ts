import type { Db } from '../../../db/open.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { decimalsError } from '../../currency.ts';
import { invalid } from '../../error.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { lacksRate } from '../../shown-amounts.ts';
import { type Money, newMoney, type TypedMoney } from '../charged.ts';
import type { TransferInput } from './schema.ts';
import { inAccount, type Transfer } from './transfer.ts';

export type Accounts = Pick<Transfer, 'fromAccount' | 'toAccount'>;

/**
 * The money of both sides. In the person's currency they are the same, so that no total changes: what arrived or what
 * left, whichever was in that currency.
 * @throws DomainError VALIDATION_ERROR for decimals that a currency lacks, a missing or needless second amount, and a
 * needless rate
 */
export async function moneyOfSides(
  tx: Db,
  { viewer, now }: { viewer: { currency: Currency }; now: Date },
  { fromAccount, toAccount }: Accounts,
  { amount, amountTo, rate }: Pick<TransferInput, 'amount' | 'amountTo' | 'rate'>,
  date: string,
): Promise<{ from: Money; to: Money }> {
  const [left, arrived] = [Math.abs(amount), amountTo === undefined ? undefined : Math.abs(amountTo)];
  const [leftIn, arrivedIn] = [currencyOf(fromAccount, viewer), currencyOf(toAccount, viewer)];
  if (leftIn === arrivedIn && (arrived ?? left) !== left)
    throw invalid({ field: 'amountTo', message: 'errors:transferAmountSame' });
  if (leftIn !== arrivedIn && arrived === undefined)
    throw invalid({ field: 'amountTo', message: 'errors:transferAmountTo' });
  const from = { account: fromAccount, amount: left, currency: leftIn };
  const to = { account: toAccount, amount: arrived ?? left, currency: arrivedIn };
  const leftError = decimalsError(from.amount, leftIn);
  if (leftError) throw invalid(leftError);
  const arrivedError = decimalsError(to.amount, arrivedIn);
  if (arrivedError) throw invalid({ ...arrivedError, field: 'amountTo' });
  const recorded = ({ account, amount }: typeof from, by: Pick<TypedMoney, 'convertedAmount' | 'rate'>) =>
    newMoney(tx, { account, viewer, now }, { amount, ...by }, date);
  const own = [to, from].find(({ currency }) => currency === viewer.currency);
  if (own && rate !== undefined) throw invalid({ field: 'rate', message: 'errors:transferRate' });
  const byRate = own ? undefined : await recorded(from, { rate });
  const converted = own?.amount ?? byRate?.amount;
  const sideOf = (side: typeof from) =>
    recorded(side, side.currency === viewer.currency || !converted ? {} : { convertedAmount: converted });
  return { from: byRate ?? (await sideOf(from)), to: await sideOf(to) };
}

/**
 * The money of both sides, where what arrives follows the rate of the day unless it is said. While none is known, both
 * amounts that need it are 0.
 * @throws DomainError as `moneyOfSides` does
 */
export async function moneyByRate(
  tx: Db,
  context: { viewer: { currency: Currency }; now: Date },
  accounts: Accounts,
  { amount, amountTo }: { amount: number; amountTo: number | null },
  date: string,
): Promise<{ from: Money; to: Money }> {
  const { fromAccount, toAccount } = accounts;
  const leftIn = currencyOf(fromAccount, context.viewer);
  if (amountTo !== null || leftIn === currencyOf(toAccount, context.viewer))
    return moneyOfSides(tx, context, accounts, { amount, amountTo: amountTo ?? undefined }, date);
  const paid = { originalAmount: amount, originalCurrency: leftIn };
  const to = await newMoney(tx, { ...context, account: toAccount }, paid, date);
  const from = await newMoney(tx, { ...context, account: fromAccount }, { amount }, date);
  return lacksRate(to)
    ? { from, to }
    : moneyOfSides(tx, context, accounts, { amount, amountTo: inAccount(to) }, date);
}
