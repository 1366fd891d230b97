import type { Db } from '../../db/open.ts';
import type { AccountRow, TransactionRow } from '../../db/tables.ts';
import { type Currency, decimalsOf } from '../../i18n/currencies.ts';
import { chargedAmount } from '../charged.ts';
import { decimalsError } from '../currency.ts';
import { type FieldError, invalid } from '../error.ts';
import { type RateOf, ratesOn } from '../exchange/day-rate.ts';
import { multiplied, quotient } from '../exchange/decimal.ts';
import { isOpening } from '../ledger/reserved-categories.ts';
import { MAX_AMOUNT, MAX_BALANCE, smallestAmount } from '../money.ts';
import { currencyOf } from '../money-accounts/currencies/currency.ts';
import { lacksRate } from '../shown-amounts.ts';
import { OWN_CURRENCY } from './fields.ts';

/** The columns of a transaction's money, in minor units, never negative. */
export type Money = Pick<TransactionRow, 'amount' | keyof typeof OWN_CURRENCY>;

/** The amounts of a request, in minor units; their sign is ignored. */
export interface TypedMoney {
  /** In the account's currency. */
  amount?: number | undefined;
  /** What was paid, if it was paid in another currency than the account's. */
  originalAmount?: number | null | undefined;
  originalCurrency?: Currency | undefined;
  /** The person's currency for one of what was paid; by default the day's. */
  rate?: string | undefined;
  /** In the person's currency, instead of a rate. */
  convertedAmount?: number | undefined;
  /** Whether `amount` may be the one of an answer, which is the worth, sent back alone. */
  mayEcho?: boolean;
  /** What the account is charged, as answers have it; null where no rate was known. `amount` beside it is its worth. */
  accountAmount?: number | null | undefined;
  original?: Original | null | undefined;
}

/** What was paid, as answers have it. */
export interface Original {
  amount?: number | undefined;
  currency?: Currency | undefined;
  rate?: string | undefined;
}

interface Currencies {
  account: Currency;
  own: Currency;
}

interface Paid {
  amount: number;
  currency: Currency;
}

/** An amount at a rate, rounded half away from zero to the decimals of its currency, but never to nothing. */
export function exchanged(minor: number, rate: string | undefined, to: Currency): number {
  if (rate === undefined) return 0;
  return Math.max(multiplied(minor, rate, decimalsOf(to)), smallestAmount(to));
}

/**
 * What is recorded of money. Amounts for which no rate is known are 0.
 * @param charged what the account was charged, in its currency
 * @param converted the same in the person's currency
 */
function recordedOf(
  paid: Paid,
  typed: { charged?: number | undefined; converted?: number | undefined; rate?: string | undefined },
  { account, own }: Currencies,
  rateOf: RateOf,
): Money {
  if (account === own && paid.currency === own) return { ...OWN_CURRENCY, amount: paid.amount };
  const known = paid.currency === own ? paid.amount : account === own ? typed.charged : typed.converted;
  const rate = typed.rate ?? rateOf(paid.currency, own);
  const amount = known ?? exchanged(paid.amount, rate, own);
  const charged =
    paid.currency === account
      ? paid.amount
      : (typed.charged ?? exchanged(paid.amount, rateOf(paid.currency, account), account));
  // A rate that makes what is known stays as it was said.
  const isExact = known === undefined || exchanged(paid.amount, typed.rate, own) === known;
  return {
    amount,
    account_amount: account === own ? null : charged,
    original_amount: paid.amount,
    original_currency: paid.currency,
    rate: amount === 0 ? null : isExact ? (rate ?? null) : rateOfAmounts(amount, paid.amount),
  };
}

/** The person's currency for one of what was paid, as decimal text. */
export function rateOfAmounts(own: number, paid: number): string {
  return quotient(String(own), String(paid));
}

interface Place {
  account: AccountRow;
  viewer: { currency: Currency };
  now: Date;
}

export const currenciesOf = ({ account, viewer }: Omit<Place, 'now'>): Currencies => ({
  account: currencyOf(account, viewer),
  own: viewer.currency,
});

/** Reads no rates where there is one currency. */
async function ratesFor(db: Db, { now }: Place, date: string, currencies: Currency[]): Promise<RateOf> {
  return new Set(currencies).size > 1 ? ratesOn(db, date, now) : () => '1';
}

/** The money of a new transaction of an account. */
export async function newMoney(db: Db, place: Place, typed: TypedMoney, date: string): Promise<Money> {
  const currencies = currenciesOf(place);
  const { account, own } = currencies;
  const currency = typed.originalCurrency ?? account;
  const amount = absolute(typed.amount);
  const paid = { amount: absolute(typed.originalAmount) ?? amount ?? 0, currency };
  const converted = absolute(typed.convertedAmount);
  const charged = (typed.originalAmount ? amount : undefined) ?? (account === own ? converted : undefined);
  const isSaid = currency === account && (typed.rate ?? converted) !== undefined;
  const rateOf = await ratesFor(db, place, date, isSaid ? [] : [account, own, currency]);
  return recordedOf(paid, { charged, converted, rate: typed.rate }, currencies, rateOf);
}

export const absolute = (minor: number | null | undefined) =>
  minor === undefined || minor === null ? undefined : Math.abs(minor);

/**
 * The money of a changed transaction, by what was changed of it (`changedByOneName`). A rate that was fixed applies to a
 * new amount too. What moved here from an account in the person's currency keeps its amount there as what was paid,
 * without a rate, until something else is said of it.
 * @param from the account that it was in
 */
export async function changedMoney(
  db: Db,
  place: Place & { from: AccountRow },
  row: Money,
  typed: TypedMoney,
  date: string,
): Promise<Money> {
  const currencies = currenciesOf(place);
  const { account, own } = currencies;
  const before = currencyOf(place.from, place.viewer);
  const isHere = account === before;
  const chargedBefore = chargedAmount(row);
  const { rate } = typed;
  const converted = absolute(typed.convertedAmount);
  const sent = absolute(typed.amount) ?? (account === own ? converted : undefined);
  const isKept = isGuess(row, own);
  const isSaid = [sent, converted, rate].some((one) => one !== undefined);
  const paidBefore =
    isKept && isSaid && isHere ? { amount: chargedBefore, currency: before } : paidOf(row, before);
  const isTaken = typed.originalAmount === null;
  const charged = sent ?? (isTaken && isHere ? chargedBefore || undefined : undefined);
  // Its worth is not what was paid, wherever it moves.
  const replacing = isHere ? charged : absolute(typed.amount);
  const paid = paidAfter(paidBefore, { ...typed, charged: replacing }, currencies, before);
  const isInSame = paid.currency === paidBefore.currency;
  const isSamePaid = isInSame && paid.amount === paidBefore.amount;
  const isSameRate = rate === undefined && converted === undefined;
  if (isSamePaid && isSameRate && charged === undefined && isHere) return moneyOf(row);
  // The fixed amount stays while the paid amount stays, whatever the account, or while the charge does.
  const isSame = isSamePaid || (isTaken && isHere && charged === chargedBefore);
  const fixed = isSame && isSameRate && row.amount > 0 ? row.amount : undefined;
  // So does what one of the paid amount came to.
  const isRatio = account !== own && isHere && isInSame && chargedBefore > 0;
  const kept = isRatio
    ? exchanged(paid.amount, rateOfAmounts(chargedBefore, paidBefore.amount), account)
    : account === own
      ? fixed
      : undefined;
  const rateOf = await ratesFor(db, place, date, [account, own, paid.currency]);
  const keptRate = isInSame ? (row.rate ?? undefined) : undefined;
  const recorded = (chargedNow: number | undefined) =>
    recordedOf(
      paid,
      { charged: chargedNow, converted: converted ?? fixed, rate: rate ?? keptRate },
      currencies,
      rateOf,
    );
  const byRate = recorded(charged ?? kept);
  // Without a rate for another amount, the account keeps what it was charged.
  const isUncharged = chargedAmount(byRate) === 0;
  const money = isUncharged && isHere && chargedBefore > 0 ? recorded(chargedBefore) : byRate;
  const isUnsaid = paid.currency === own && (isKept || (row.original_amount === null && before === own));
  if (money.amount !== fixed || money.original_amount === null) return money;
  return { ...money, rate: isUnsaid ? null : (keptRate ?? money.rate) };
}

/** Whether what was paid is only what a move from an account in the person's currency kept. */
export function isGuess(
  { original_currency, rate }: Pick<Money, 'original_currency' | 'rate'>,
  own: Currency,
) {
  return original_currency === own && rate === null;
}

function paidOf(row: Money, account: Currency): Paid {
  const { original_amount, original_currency } = row;
  if (original_amount !== null && original_currency !== null)
    return { amount: original_amount, currency: original_currency as Currency };
  return { amount: chargedAmount(row), currency: account };
}

function paidAfter(
  before: Paid,
  { charged, originalAmount, originalCurrency }: TypedMoney & { charged: number | undefined },
  { account }: Currencies,
  accountBefore: Currency,
): Paid {
  if (originalAmount)
    return { amount: Math.abs(originalAmount), currency: originalCurrency ?? before.currency };
  // An amount of the account replaces one that was paid in its currency, or that is taken away.
  const isReplaced = originalAmount === null || before.currency === accountBefore;
  return charged !== undefined && isReplaced ? { amount: charged, currency: account } : before;
}

export function moneyOf({ amount, account_amount, original_amount, original_currency, rate }: Money): Money {
  return { amount, account_amount, original_amount, original_currency, rate };
}

/**
 * Why amounts cannot be recorded: decimals that their currencies lack, what was paid beside an amount of the same
 * currency, which would have no place, and with the other sign, and what contradicts the others.
 * @param row what they make of a stored one
 */
export function moneyErrors(typed: TypedMoney, place: Omit<Place, 'now'>, row?: Money): FieldError[] {
  const { account, own } = currenciesOf(place);
  const paid = row ? paidOf(row, account) : typedPaid(typed, account);
  // Without what was paid, something has to be charged.
  const isNothing = typed.originalAmount === null && row && paid?.currency !== account && !chargedAmount(row);
  return [
    ...(isNothing ? [{ field: 'amount', message: 'errors:amountRequired' } as const] : []),
    ...bothErrors(typed, account),
    ...decimalsIn(typed.amount, account, 'amount'),
    ...decimalsIn(typed.originalAmount, typed.originalCurrency ?? account, 'originalAmount'),
    ...decimalsIn(typed.convertedAmount, own, 'convertedAmount'),
    ...(paid ? contradictions(typed, paid, { account, own }) : []),
  ];
}

function typedPaid({ amount, originalAmount, originalCurrency }: TypedMoney, account: Currency): Paid | null {
  const paid = absolute(originalAmount) ?? absolute(amount);
  return paid === undefined ? null : { amount: paid, currency: originalCurrency ?? account };
}

/** What is said of the same worth in the person's currency, by several amounts or by a rate too, has to be the same. */
function contradictions(
  { amount, rate, convertedAmount }: TypedMoney,
  paid: Paid,
  { account, own }: Currencies,
): FieldError[] {
  const said = paid.currency === own ? paid.amount : account === own ? absolute(amount) : undefined;
  const converted = absolute(convertedAmount);
  const isOther = said !== undefined && converted !== undefined && said !== converted;
  const known = said ?? converted;
  if (isOther) return [{ field: 'convertedAmount', message: 'errors:amountsContradict' }];
  if (known === undefined || rate === undefined) return [];
  const [, decimals = ''] = rate.split('.');
  // A rate of two decimals or more is a rounded one.
  const rounding = decimals.length < 2 ? 0 : paid.amount / 2 / 10 ** decimals.length;
  const difference = Math.abs(known - multiplied(paid.amount, rate, decimalsOf(own)));
  const isWrong = difference > smallestAmount(own) + rounding;
  return isWrong ? [{ field: 'rate', message: 'errors:amountsContradict' }] : [];
}

function bothErrors(
  { amount, originalAmount, originalCurrency }: TypedMoney,
  account: Currency,
): FieldError[] {
  if (amount === undefined || !originalAmount) return [];
  if (originalAmount < 0 && amount > 0) return [{ field: 'originalAmount', message: 'errors:amountMin' }];
  const isOverwritten = originalCurrency === account && absolute(amount) !== absolute(originalAmount);
  return isOverwritten ? [{ field: 'originalCurrency', message: 'errors:originalSame' }] : [];
}

function decimalsIn(minor: number | null | undefined, currency: Currency, field: string): FieldError[] {
  const error = minor ? decimalsError(Math.abs(minor), currency) : null;
  return error ? [{ ...error, field }] : [];
}

/** Why money is more than an amount, or an opening balance, may be once it is converted. */
export function limitError(
  money: Money,
  { rate, originalAmount }: TypedMoney,
  categoryId: string | null = null,
): FieldError | null {
  const most = isOpening(categoryId) ? MAX_BALANCE : MAX_AMOUNT;
  if (Math.max(money.amount, money.account_amount ?? 0) <= most) return null;
  const field = rate !== undefined ? 'rate' : originalAmount ? 'originalAmount' : 'amount';
  return { field, message: 'errors:amountConvertedMax' };
}

/** @throws DomainError VALIDATION_ERROR as `limitError` says */
export function requireWithin(money: Money, typed: TypedMoney, categoryId?: string | null): Money {
  const error = limitError(money, typed, categoryId);
  if (error) throw invalid(error);
  return money;
}

/** Whether an account of another currency would have nothing of a transaction that moves there, because no rate is known. */
export function losesMoney(
  after: Money,
  { account, from }: { account: Pick<AccountRow, 'currency'>; from: Pick<AccountRow, 'currency'> },
): boolean {
  return account.currency !== from.currency && chargedAmount(after) === 0;
}

/**
 * What recurs, by the rate of its first day, or of today where that day has none: rates of the past never become known.
 * @throws DomainError VALIDATION_ERROR as `limitError` says
 */
export async function recurringMoney(db: Db, place: Place, typed: TypedMoney, start: string): Promise<Money> {
  const money = await newMoney(db, place, typed, start);
  const today = place.now.toISOString().slice(0, 10);
  return requireWithin(lacksRate(money) ? await newMoney(db, place, typed, today) : money, typed);
}
