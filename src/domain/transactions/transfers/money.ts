import type { Db } from '../../../db/open.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { chargedAmount } from '../../charged.ts';
import { decimalsError } from '../../currency.ts';
import { type FieldError, refuse } from '../../error.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { lacksRate } from '../../shown-amounts.ts';
import { type Money, newMoney, type TypedMoney } from '../money.ts';
import type { TransferInput } from './schema.ts';
import type { Transfer } from './transfer.ts';

export type Accounts = Pick<Transfer, 'fromAccount' | 'toAccount'>;

/**
 * What is wrong with the amounts between two accounts: decimals that a currency lacks, a missing or needless second amount,
 * and a needless rate.
 */
export function sideErrors(
  { fromAccount, toAccount }: Accounts,
  viewer: { currency: Currency },
  { amount, amountTo, rate }: Partial<Pick<TransferInput, 'amount' | 'amountTo' | 'rate'>>,
): FieldError[] {
  const [leftIn, arrivedIn] = [currencyOf(fromAccount, viewer), currencyOf(toAccount, viewer)];
  const errors: FieldError[] = [];
  const isSame = leftIn === arrivedIn;
  const wholeIn = (minor: number | undefined, currency: Currency, field: string) => {
    const error = minor === undefined ? null : decimalsError(Math.abs(minor), currency);
    if (error) errors.push({ ...error, field });
  };
  if (isSame && amount !== undefined && Math.abs(amountTo ?? amount) !== Math.abs(amount))
    errors.push({ field: 'amountTo', message: 'errors:transferAmountSame' });
  if (!isSame && amountTo === undefined)
    errors.push({ field: 'amountTo', message: 'errors:transferAmountTo' });
  wholeIn(amount, leftIn, 'amount');
  wholeIn(amountTo, arrivedIn, 'amountTo');
  if (rate !== undefined && [leftIn, arrivedIn].includes(viewer.currency))
    errors.push({ field: 'rate', message: 'errors:transferRate' });
  return errors;
}

/**
 * The money of both sides. In the person's currency they are the same, so that no total changes: what arrived or what
 * left, whichever was in that currency.
 * @throws DomainError VALIDATION_ERROR as `sideErrors` says
 */
export async function moneyOfSides(
  tx: Db,
  { viewer, now }: { viewer: { currency: Currency }; now: Date },
  { fromAccount, toAccount }: Accounts,
  { amount, amountTo, rate }: Pick<TransferInput, 'amount' | 'amountTo' | 'rate'>,
  date: string,
): Promise<{ from: Money; to: Money }> {
  refuse(sideErrors({ fromAccount, toAccount }, viewer, { amount, amountTo, rate }));
  const left = Math.abs(amount);
  const [leftIn, arrivedIn] = [currencyOf(fromAccount, viewer), currencyOf(toAccount, viewer)];
  const from = { account: fromAccount, amount: left, currency: leftIn };
  const to = { account: toAccount, amount: Math.abs(amountTo ?? left), currency: arrivedIn };
  const recorded = ({ account, amount }: typeof from, by: Pick<TypedMoney, 'convertedAmount' | 'rate'>) =>
    newMoney(tx, { account, viewer, now }, { amount, ...by }, date);
  const own = [to, from].find(({ currency }) => currency === viewer.currency);
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
  { amount, amountTo, rate }: { amount: number; amountTo: number | null; rate?: string | undefined },
  date: string,
): Promise<{ from: Money; to: Money }> {
  const { fromAccount, toAccount } = accounts;
  const leftIn = currencyOf(fromAccount, context.viewer);
  if (amountTo !== null || leftIn === currencyOf(toAccount, context.viewer))
    return moneyOfSides(tx, context, accounts, { amount, amountTo: amountTo ?? undefined, rate }, date);
  const paid = { originalAmount: amount, originalCurrency: leftIn, rate };
  const to = await newMoney(tx, { ...context, account: toAccount }, paid, date);
  const from = await newMoney(tx, { ...context, account: fromAccount }, { amount, rate }, date);
  return lacksRate(to)
    ? { from, to }
    : moneyOfSides(tx, context, accounts, { amount, amountTo: chargedAmount(to), rate }, date);
}
