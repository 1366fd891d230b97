import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { daysApart, endOfMonth, monthOf, plusDays, plusMonths, startOfMonth } from '../../calendar.ts';
import type { FieldError } from '../../error.ts';
import { isOpening, isPaidBill, isReserved } from '../../ledger/reserved-categories.ts';

/** How many days after a purchase it may be charged; a date further away is usually a typing error. */
const MAX_DAYS_TO_CHARGE = 366;

/** How many days a payment may be from the bill that it pays: banks are closed, and people are late. */
export const BILL_PAYMENT_TOLERANCE_DAYS = 7;

/** An installment is charged so many months after another one, give or take these days. */
export const INSTALLMENT_TOLERANCE_DAYS = 15;

export type Charged = Pick<TransactionRow, 'date' | 'category_id' | 'charge_date'>;

type Card = Pick<AccountRow, 'kind' | 'billing_day'>;

/**
 * The first billing day after a date, because the bill of a day is made before it ends. In a month without that day, it
 * is the month's last.
 */
export function nextBillingDay(date: string, billingDay: number): string {
  const inMonth = billingDayIn(date, billingDay);
  return inMonth > date ? inMonth : billingDayIn(plusMonths(startOfMonth(date), 1), billingDay);
}

/** The billing day in the month of a date; its last day where the month lacks it. */
export function billingDayIn(date: string, billingDay: number): string {
  const day = `${monthOf(date)}-${String(billingDay).padStart(2, '0')}`;
  const last = endOfMonth(date);
  return day < last ? day : last;
}

/** The day on which a transaction changes the money at hand: a purchase by card is charged later. */
export function chargedOn(row: Charged, account: Card): string {
  const { date, charge_date } = row;
  if (!isByCard(row, account)) return date;
  // One that was typed for an earlier date no longer holds.
  if (charge_date !== null && charge_date >= date) return charge_date;
  return account.billing_day === null ? date : nextBillingDay(date, account.billing_day);
}

/** Whether two days are of one month's charge. */
export const isSameCharge = (one: string, other: string) =>
  daysApart(one, other) <= INSTALLMENT_TOLERANCE_DAYS;

/** The day of the bill that has a purchase: where nobody knows its charge date, the bill is that of its month. */
export function billDay(purchase: Omit<Charged, 'category_id'>, account: Card): string {
  const charged = chargedOn({ ...purchase, category_id: null }, account);
  const isKnown = account.billing_day !== null || purchase.charge_date !== null;
  return isKnown ? charged : nextBillingDay(plusDays(charged, -1), 1);
}

/** Purchases and refunds of a credit card; its opening balance and what was paid to it count at once. */
export function isByCard({ category_id }: Pick<Charged, 'category_id'>, { kind }: Pick<Card, 'kind'>) {
  return kind === 'credit_card' && !isReserved(category_id);
}

/** The charge date to show: of a purchase by card, whether it was typed or follows from the card; otherwise null. */
export function shownChargeDate(row: Charged, account: Card): string | null {
  return isByCard(row, account) ? chargedOn(row, account) : null;
}

/** The charge date to store: null where the card's own rule gives the same. */
export function storedChargeDate(row: Charged, account: Card): string | null {
  if (isPaidBill(row)) return row.charge_date;
  if (row.charge_date === null || !isByCard(row, account)) return null;
  return row.charge_date === chargedOn({ ...row, charge_date: null }, account) ? null : row.charge_date;
}

/** What is wrong with a charge date that was sent; null if nothing is. */
export function chargeError(row: Charged, account: Card): FieldError | null {
  const { date, charge_date } = row;
  if (charge_date === null) return null;
  const refused = (message: FieldError['message']) => ({ field: 'charge_date', message });
  if (charge_date < date) return refused('errors:chargeDateEarly');
  if (charge_date > plusDays(date, MAX_DAYS_TO_CHARGE)) return refused('errors:chargeDateFar');
  if (!isByCard(row, account) && (charge_date !== date || isOpening(row.category_id)))
    return refused('errors:chargeDateCard');
  return null;
}
