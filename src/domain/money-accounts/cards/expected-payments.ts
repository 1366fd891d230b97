import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { daysApart, plusDays, plusMonths, startOfMonth } from '../../calendar.ts';
import { folded } from '../../folded-text.ts';
import { billingDayIn, chargedOn } from './charge-date.ts';

/** A payment of a purchase by card that a file has shown, as it is now. */
export interface ShownPayment
  extends Pick<
    TransactionRow,
    'id' | 'account_id' | 'date' | 'charge_date' | 'type' | 'description' | 'amount' | 'account_amount'
  > {
  n: number;
  of: number;
  price: number | null;
  /** As the file showed it, whatever was changed since; null where that is not known. */
  shown: Pick<TransactionRow, 'date' | 'charge_date' | 'description' | 'amount'> | null;
}

/** A payment that is not there, because files show each one when it is charged. Minor units. */
export interface ExpectedPayment {
  /** The latest payment of its purchase that is there. */
  after: ShownPayment;
  card: AccountRow;
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

/** Months have different last days. */
const DAYS_APART = 3;

/** How far ahead of its charge a file shows a payment. */
const DAYS_AHEAD = 31;

/**
 * What is still to be charged of purchases whose earlier payments files have shown: it follows from what is there, and is
 * stored nowhere, so that the order of files and their undo change nothing. A payment that is there, in any account, is
 * not expected, nor one whose charge has passed, which a file would have shown.
 * @param options.accounts all of the person; what is left of a purchase is charged to that of its latest payment
 */
export function expectedPayments(
  payments: readonly ShownPayment[],
  {
    accounts,
    today,
    smallest,
  }: { accounts: ReadonlyMap<string, AccountRow>; today: string; smallest: number },
): ExpectedPayment[] {
  const placed = payments.flatMap((payment) => {
    const account = accounts.get(payment.account_id);
    const one = account && placeOf(payment, account, today);
    // Of most purchases the last payment was charged long ago.
    return one && chargeOf(one, payment.of) > plusDays(today, -DAYS_AHEAD) ? one : [];
  });
  return purchasesOf(placed).flatMap((purchase) => {
    const last = purchase.at(-1);
    if (!last || last.payment.type === 'income') return [];
    const { payment: after, account: card } = last;
    if (card.kind !== 'credit_card' || card.is_archived === 1) return [];
    const amount = amountAfter(after, smallest);
    const purchased = purchasedOn(purchase.at(-2), last);
    const expected: ExpectedPayment[] = [];
    for (let n = after.n + 1; n <= Math.min(after.of, MOST_PAYMENTS); n += 1) {
      const charged = chargeOf(last, n);
      if (charged <= today) continue;
      const month = plusMonths(purchased, n - 1);
      const date = month > today ? month : plusDays(today, 1);
      expected.push({ after, card, n, date, charged, amount, own: after.account_amount ?? amount });
    }
    return expected;
  });
}

/** A payment with what tells its purchase. */
interface Placed {
  payment: ShownPayment;
  account: AccountRow;
  /** The days on which it may have been bought: that of the row, or so many months before. */
  days: readonly [string, string];
  purchased: string;
  charged: string;
  text: string;
  amount: number;
}

function placeOf(payment: ShownPayment, account: AccountRow, today: string): Placed {
  const { n } = payment;
  const { date, charge_date, description, amount } = payment.shown ?? payment;
  const days = [date, plusMonths(date, 1 - n)] as const;
  // Files give each payment the day of the purchase, programs and people its own.
  const month = plusMonths(date, n - 1);
  const chargedBy = (day: string) => chargedOn({ date: day, charge_date, category_id: null }, account);
  const isOfPurchase = charge_date ? month <= charge_date : chargedBy(month) <= plusDays(today, DAYS_AHEAD);
  const purchased = isOfPurchase ? days[0] : days[1];
  const charged = chargedBy(charge_date ? date : plusMonths(purchased, n - 1));
  return { payment, account, days, purchased, charged, text: plain(description), amount };
}

/** Some issuers write the number into the text. */
const plain = (text: string) =>
  folded(text)
    .replaceAll(/[\d\p{P}\s]+/gu, ' ')
    .trim();

/** When a payment of the same purchase is charged. */
function chargeOf({ payment, account, charged }: Placed, n: number): string {
  const months = n - payment.n;
  const { billing_day } = account;
  return billing_day !== null && charged === billingDayIn(charged, billing_day)
    ? billingDayIn(plusMonths(startOfMonth(charged), months), billing_day)
    : plusMonths(charged, months);
}

/** The payments that are there of each purchase, the earliest first; each number once. */
function purchasesOf(placed: readonly Placed[]): Placed[][] {
  const purchases: Placed[][] = [];
  for (const one of placed.toSorted((a, b) => a.payment.n - b.payment.n)) {
    const [purchase] = purchases
      .flatMap((those) => {
        const last = those.at(-1);
        const by = last && last.payment.n < one.payment.n ? distanceOf(last, one) : null;
        return by === null ? [] : { those, by };
      })
      .toSorted((a, b) => a.by - b.by);
    if (purchase) purchase.those.push(one);
    else purchases.push([one]);
  }
  return purchases;
}

const isNear = (one: string, other: string) => daysApart(one, other) <= DAYS_APART;

/** Two payments tell whether each has a day of its own. */
function purchasedOn(before: Placed | undefined, { days, purchased }: Placed): string {
  if (!before) return purchased;
  return isNear(before.days[0], days[0]) ? days[0] : days[1];
}

/** How much the amounts of two payments of one purchase differ, less than 0 for the same text; null if they are not. */
function distanceOf(one: Placed, other: Placed): number | null {
  const isNear = one.days.some(
    (day, index) => Math.abs(daysApart(day, other.days[index] ?? '')) <= DAYS_APART,
  );
  if (!isNear || one.payment.of !== other.payment.of || one.payment.type !== other.payment.type) return null;
  const apart = Math.abs(one.amount - other.amount);
  if (one.text === other.text) return apart - Number.MAX_SAFE_INTEGER;
  return apart <= ALIKE * other.amount ? apart : null;
}

/**
 * The later payments are equal: that of the first is what the price leaves, as it has the rest of the division. A price
 * that leaves quite another amount is none of this purchase.
 */
function amountAfter({ n, of, amount, account_amount, price }: ShownPayment, smallest: number): number {
  if (n > 1 || account_amount !== null || !price || of < 2) return amount;
  const each = Math.floor((price - amount) / (of - 1) / smallest) * smallest;
  return Math.abs(each - amount) <= ALIKE * amount ? each : amount;
}
