import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { plusDays, plusMonths } from '../../calendar.ts';
import { chargedOn } from './charge-date.ts';

/** A payment of a purchase by card, as a file has shown it. */
export type ShownPayment = Pick<
  TransactionRow,
  | 'id'
  | 'date'
  | 'charge_date'
  | 'type'
  | 'description'
  | 'amount'
  | 'account_amount'
  | 'installment_n'
  | 'installment_total'
  | 'installment_price'
>;

/** A payment that is not there, because files show each one when it is charged. Minor units. */
export interface ExpectedPayment {
  /** The latest payment of its purchase that is there. */
  after: ShownPayment;
  n: number;
  /** In its month, tomorrow at the earliest. */
  date: string;
  charged: string;
  /** In the person's currency, and in the card's. */
  amount: number;
  own: number;
}

/** As far as the form for a purchase in payments goes. */
const MOST_PAYMENTS = 60;

/** Payments of one purchase have the same text, or amounts that differ by no more than this share. */
const ALIKE = 0.25;

/**
 * What is still to be charged of purchases whose earlier payments files have shown: it follows from what is there, and is
 * stored nowhere, so that the order of files and their undo change nothing. A payment that is there, wherever its date is,
 * is not expected, nor one whose charge has passed, which a file would have shown.
 */
export function expectedPayments(
  shown: readonly ShownPayment[],
  card: AccountRow,
  today: string,
  smallest: number,
): ExpectedPayment[] {
  return purchasesOf(shown, card).flatMap((payments) => {
    const after = payments.at(-1);
    if (!after || after.type === 'income') return [];
    const total = Math.min(totalOf(after), MOST_PAYMENTS);
    const expected: ExpectedPayment[] = [];
    for (let n = numberOf(after) + 1; n <= total; n += 1) {
      const month = dayOf(after, n, card);
      const months = n - numberOf(after);
      const charge_date = after.charge_date && plusMonths(after.charge_date, months);
      const charged = chargedOn({ date: month, charge_date, category_id: null }, card);
      if (charged <= today) continue;
      const date = month > today ? month : plusDays(today, 1);
      const amount = amountAfter(after, smallest);
      const own = after.account_amount ?? amount;
      expected.push({ after, n, date, charged, amount, own });
    }
    return expected;
  });
}

const numberOf = ({ installment_n }: ShownPayment) => installment_n ?? 0;
const totalOf = ({ installment_total }: ShownPayment) => installment_total ?? 0;

/** The payments that are there of each purchase, the earliest first; each number once. */
function purchasesOf(shown: readonly ShownPayment[], card: AccountRow): ShownPayment[][] {
  const alike = Map.groupBy(
    shown.toSorted((one, other) => numberOf(one) - numberOf(other)),
    (payment) => `${dayOf(payment, 1, card)} ${totalOf(payment)}`,
  );
  return [...alike.values()].flatMap((payments) => {
    const purchases: ShownPayment[][] = [];
    for (const payment of payments) {
      const difference = (of: ShownPayment) =>
        of.description === payment.description ? -1 : Math.abs(of.amount - payment.amount);
      const [purchase] = purchases
        .flatMap((those) => {
          const last = those.at(-1);
          const isNext = last !== undefined && numberOf(last) < numberOf(payment);
          return isNext && difference(last) <= ALIKE * payment.amount ? { those, by: difference(last) } : [];
        })
        .toSorted((one, other) => one.by - other.by);
      if (purchase) purchase.those.push(payment);
      else purchases.push([payment]);
    }
    return purchases;
  });
}

/** The day of a payment in its month: files give each the day of the purchase, programs and people its own. */
function dayOf(payment: ShownPayment, n: number, card: AccountRow): string {
  const charged = chargedOn({ ...payment, category_id: null }, card);
  const isOfPurchase = plusMonths(payment.date, numberOf(payment) - 1) <= charged;
  return plusMonths(payment.date, n - (isOfPurchase ? 1 : numberOf(payment)));
}

/** The later payments are equal: that of the first is what the price leaves, as it has the rest of the division. */
function amountAfter(payment: ShownPayment, smallest: number): number {
  const { amount, account_amount, installment_price: price } = payment;
  const others = totalOf(payment) - 1;
  if (numberOf(payment) > 1 || account_amount !== null || !price || price <= amount || others < 1)
    return amount;
  return Math.floor((price - amount) / others / smallest) * smallest;
}
