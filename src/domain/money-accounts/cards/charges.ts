import type { AccountRow } from '../../../db/tables.ts';
import { daysApart, plusDays, plusMonths, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { ratesOn } from '../../exchange/day-rate.ts';
import { accountsOf } from '../../ledger/of-accounts.ts';
import { findUncounted } from '../../ledger/uncounted.queries.ts';
import { fromSnapshot } from '../../snapshot.ts';
import { currencyOf } from '../currencies/currency.ts';
import { findAccounts, sumAccounts } from '../money-accounts.queries.ts';
import { type AccountState, accountsById } from '../read.ts';
import { BILL_PAYMENT_TOLERANCE_DAYS, chargedOn, nextBillingDay } from './charge-date.ts';
import { BILLS_BACK, estimateBill } from './estimate.ts';
import type { ExpectedPayment } from './expected-installments.ts';
import { openBills } from './paid-bills.ts';
import {
  findLastPurchase,
  findLatestPayments,
  findPaymentPlans,
  findPaymentsAfter,
  findPurchases,
  findShownPayments,
  PAYMENTS_SHOWN,
} from './purchases.queries.ts';
import { readExpectedPayments } from './read-expected.ts';

/** The purchases of a day that a card charges on another one; signed minor units, below zero for what was spent. */
export interface Purchases {
  card: AccountRow;
  date: string;
  charged: string;
  /** In the person's currency, and in the card's. */
  amount: number;
  own: number;
  count: number;
  /** Without what recurs, in the card's currency. */
  once: number;
  countOnce: number;
  /** Whether it is no transaction, but a payment that follows from an earlier one. */
  isExpected?: true;
}

/** Three months: what this bill and the last one may have. */
const DAYS_OF_BILLS = 95;

/** What the bills have by which an open one is estimated. */
const DAYS_OF_ESTIMATE = 31 * (BILLS_BACK + 2);

/** @param payments expected ones of this card and of others, which are read for all cards at once */
async function purchasesOf(
  { db, viewer }: Reading,
  card: AccountRow,
  from: string,
  payments: readonly ExpectedPayment[],
): Promise<Purchases[]> {
  const rows = await findPurchases(db, viewer.id, card.id, from);
  const expected = payments.filter((payment) => payment.card.id === card.id);
  return [
    ...rows.map(({ date, charge_date, ...sums }) => ({
      card,
      date,
      charged: chargedOn({ date, charge_date, category_id: null }, card),
      ...sums,
    })),
    ...expected.map(({ date, charged, amount, own }) => ({
      ...{ card, date, charged, amount: -amount, own: -own, count: 1, once: -own, countOnce: 1 },
      isExpected: true as const,
    })),
  ];
}

/** What cards charge after today, later than on the day of the purchase. */
async function readDeferred(context: Reading): Promise<Purchases[]> {
  const today = todayOf(context);
  const accounts = await findAccounts(context.db, context.viewer.id);
  const cards = accounts.filter(({ kind }) => kind === 'credit_card');
  if (cards.length === 0) return [];
  const payments = await readExpectedPayments(context);
  const from = plusDays(today, -DAYS_OF_BILLS);
  const deferred: Purchases[] = [];
  for (const card of cards) {
    const purchases = await purchasesOf(context, card, from, payments);
    deferred.push(
      ...purchases.filter(
        ({ date, charged, isExpected }) => charged > today && (isExpected || charged !== date),
      ),
    );
  }
  return deferred;
}

/** The change of a balance on a day; signed minor units. */
export interface Shift {
  date: string;
  amount: number;
}

interface Deferral {
  /** What was bought up to today and is charged later; minor units. */
  pending: number;
  /** What moves the balance by purchases to one by charges, from the day after today on. */
  shifts: Shift[];
  /**
   * What moves the balance and is no transaction: the charges of expected payments, and bills where only one of a card and
   * the account that pays it counts.
   */
  charges: Shift[];
}

/** What the changes up to a day come to. */
export const shiftAt = (shifts: readonly Shift[], day: string): number =>
  shifts.reduce((sum, { date, amount }) => (date <= day ? sum + amount : sum), 0);

/**
 * How the balance of all that counts changes, if purchases by card count on the day of their charge; or that of the named
 * accounts by what they pay and are paid.
 */
export async function readDeferral(context: Reading): Promise<Deferral> {
  const today = todayOf(context);
  const named = accountsOf(context.db);
  if (named !== '') return readDeferralOf(context, named.split(','));
  const uncounted = await findUncounted(context.db, context.viewer.id);
  const deferred = await readDeferred(context);
  const counted = deferred.filter(({ card }) => !uncounted.has(card.id));
  const made = counted.filter(({ date }) => date <= today);
  const bills = await readCharges(
    context,
    deferred.filter(
      ({ card: { id, pays_from } }) => pays_from !== null && uncounted.has(id) !== uncounted.has(pays_from),
    ),
  );
  return {
    pending: -made.reduce((sum, { amount }) => sum + amount, 0),
    shifts: counted.flatMap(({ date, charged, amount, isExpected }) =>
      isExpected
        ? []
        : [
            { date: date > today ? date : plusDays(today, 1), amount: -amount },
            { date: charged, amount },
          ],
    ),
    charges: [
      ...counted.flatMap(({ charged, amount, isExpected }) => (isExpected ? { date: charged, amount } : [])),
      ...bills.map(({ card, date, due, rate }) => ({
        date,
        amount: Math.round(due * rate) * (uncounted.has(card.id) ? -1 : 1),
      })),
    ],
  };
}

/** As `readChargesOf`, for several accounts, in the person's currency. */
async function readDeferralOf(context: Reading, ids: readonly string[]): Promise<Deferral> {
  // The purchases of cards that they pay may be in another account.
  const charges = await readChargesBeside({ ...context, db: context.db.withoutPlugins() }, ids);
  return {
    pending: 0,
    shifts: [],
    charges: charges.flatMap(({ card, date, due, rate, expected }) => {
      const amount = Math.round(due * rate);
      const owed = expected ? [{ date: expected.date, amount: Math.round(expected.amount * rate) }] : [];
      return [
        ...(ids.includes(card.id) ? [...owed, { date, amount }] : []),
        ...(ids.includes(card.pays_from ?? '') ? [{ date, amount: -amount }] : []),
      ];
    }),
  };
}

/** What cards charge that are among accounts, or are paid by one of them; only those whose paying account is known. */
async function readChargesBeside(context: Reading, ids: readonly string[]): Promise<Charge[]> {
  const isBeside = ({ id, pays_from }: AccountRow) =>
    pays_from !== null && (ids.includes(id) || ids.includes(pays_from));
  return readCharges(
    context,
    (await readDeferred(context)).filter(({ card }) => isBeside(card)),
  );
}

/**
 * How the balance of one account changes by what cards charge: the account that pays has less, and the card owes less.
 * Only for cards whose paying account is known; what was paid ahead, or is recorded as paid later, is not charged again.
 */
export async function readChargesOf(context: Reading, { id }: Pick<AccountRow, 'id'>): Promise<Shift[]> {
  const { db, viewer } = context;
  const charges = await readChargesBeside(context, [id]);
  if (charges.length === 0) return [];
  const accounts = await accountsById(context);
  const rateOf = await ratesOn(db, todayOf(context), context.now);
  return charges.flatMap(({ card, date, due, rate, expected }) => {
    // What no transaction says is owed from the day of its purchase on.
    if (card.id === id) return [...(expected ? [expected] : []), { date, amount: due }];
    const payer = accounts.get(card.pays_from ?? '');
    // By the rates that were fixed in the person's currency, and by today's in any other; without one it is left out.
    const todays = payer?.currency
      ? Number(rateOf(currencyOf(card, viewer), currencyOf(payer, viewer)) ?? 0)
      : undefined;
    const inPayers = payer?.currency === card.currency ? due : Math.round(due * (todays ?? rate));
    return { date, amount: -inPayers };
  });
}

/** What a card charges on a day, in minor units of its currency, and the fixed rate to that of the person. */
interface Charge {
  card: AccountRow;
  date: string;
  due: number;
  rate: number;
  /** An expected purchase, in the currency of the card. */
  expected: Shift | null;
}

/** What is left to pay of purchases, less what was paid ahead or is recorded as paid later. */
async function readCharges(context: Reading, deferred: readonly Purchases[]): Promise<Charge[]> {
  if (deferred.length === 0) return [];
  const { db, viewer } = context;
  const today = todayOf(context);
  const balances = await sumAccounts(db, viewer.id, today);
  const all: Charge[] = [];
  for (const [card, purchases] of Map.groupBy(deferred, ({ card }) => card)) {
    const made = purchases.filter(({ date }) => date <= today).reduce((sum, { own }) => sum + own, 0);
    const ahead = (balances.get(card.id)?.amount ?? 0) - made;
    const charges = purchases
      .map(({ date, charged, own, amount, isExpected }) => ({
        card,
        expected: isExpected ? { date, amount: own } : null,
        date: charged,
        due: -own,
        rate: own === 0 ? 0 : amount / own,
      }))
      .toSorted((one, other) => (one.date < other.date ? -1 : 1));
    // What earlier bills left open is not charged, but a payment soon after the last one may be for it.
    const open = { date: cyclesOf(card, today).last, due: Math.max(0, -ahead) };
    pay(charges, ahead, today);
    const payments = await findPaymentsAfter(db, viewer.id, card.id, today);
    for (const { date, amount } of payments)
      pay([open, ...charges], amount, plusDays(date, -BILL_PAYMENT_TOLERANCE_DAYS));
    all.push(...charges);
  }
  return all;
}

/** Takes an amount from what is due from a day on, the earliest first. */
function pay(charges: { date: string; due: number }[], amount: number, from: string): void {
  let left = Math.max(0, amount);
  for (const charge of charges) {
    if (charge.date < from) continue;
    const used = Math.min(left, Math.max(0, charge.due));
    charge.due -= used;
    left -= used;
  }
}

/** The changes of all days up to the last one together, the earliest first. */
export function withShifts(days: readonly Shift[], shifts: readonly Shift[], last: string): Shift[] {
  const sums = new Map<string, number>();
  for (const { date, amount } of [...days, ...shifts])
    if (date <= last) sums.set(date, (sums.get(date) ?? 0) + amount);
  return [...sums]
    .map(([date, amount]) => ({ date, amount }))
    .sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** What a card charges on a day: minor units, above zero for what is to pay. */
export interface Bill {
  date: string;
  amount: number;
  /** The number of its purchases. */
  count: number;
  /** How many payments of earlier purchases are expected in it. */
  expected: number;
}

export type CardReport = Awaited<ReturnType<typeof readCard>>;

/** The bills of a card: the last one, those of this cycle and the next, and what is charged later. */
export function readCard(context: Reading, { row: card, balance }: Pick<AccountState, 'row' | 'balance'>) {
  return fromSnapshot(context, async (inside) => {
    const { db, viewer } = inside;
    const today = todayOf(inside);
    const all = await readExpectedPayments(inside, { accounts: [card.id], withEnded: true });
    const payments = all.filter(({ isEnded }) => !isEnded);
    const purchases = await purchasesOf(inside, card, plusDays(today, -DAYS_OF_ESTIMATE), payments);
    const sumOf = (those: Purchases[], of: (one: Purchases) => number) =>
      those.reduce((sum, one) => sum + of(one), 0);
    const billOf = (date: string, is: (charged: string) => boolean): Bill => {
      const those = purchases.filter(({ charged }) => is(charged));
      return {
        date,
        amount: -sumOf(those, ({ own }) => own) + 0,
        count: sumOf(those, ({ isExpected, count }) => (isExpected ? 0 : count)),
        expected: those.filter(({ isExpected }) => isExpected).length,
      };
    };
    const { last, current, next } = cyclesOf(card, today);
    const lastCharge = maxOf(purchases.flatMap(({ charged }) => (charged <= today ? charged : [])));
    // Where nothing newer is recorded, the last bill is an earlier one.
    const lastBill =
      lastCharge && lastCharge <= previousBill(card, last) ? billingDayFor(card, lastCharge) : last;
    const lastShown = await readLastShown(inside, card, today);
    const thisBill = billOf(current, (charged) => charged > today && charged <= current);
    const days = [last];
    while (days.length <= BILLS_BACK) days.push(previousBill(card, days.at(-1) ?? last));
    const later = purchases.filter(({ charged }) => charged > next);
    const open = purchases.filter(({ date, charged }) => date <= today && charged > today);
    const accounts = await accountsById(inside);
    const paid = await findLatestPayments(db, viewer.id, card.id);
    return {
      last: billOf(
        lastBill,
        (charged) =>
          charged <= (lastBill === last ? today : lastBill) && charged > previousBill(card, lastBill),
      ),
      /** The day of the latest purchase, where so much time has passed that later ones are probably not recorded. */
      silentSince: lastShown && isSilent(lastShown, today, DAYS_OF_ESTIMATE) ? lastShown : null,
      current: thisBill,
      /** What that will be if the rest of its days is as in past bills; null where they do not say. */
      expected: card.billing_day === null ? null : estimateBill(purchases, thisBill, { today, days }),
      next: billOf(next, (charged) => charged > current && charged <= next),
      /** All that is recorded of later bills; what recurs has no end. */
      later: {
        amount: -sumOf(later, ({ once }) => once) + 0,
        count: sumOf(later, ({ countOnce }) => countOnce),
      },
      /** What was charged and nothing has paid. */
      unpaid: await openBills({ tx: db, userId: viewer.id }, card, today),
      /** What was charged and not paid yet; below zero for what was paid ahead. */
      overdue: sumOf(open, ({ own }) => own) - balance,
      /** `isEnded` is null where all payments are recorded, so that none is expected. */
      plans: [
        ...(await findPaymentPlans(db, viewer.id, card.id, today)).map(({ charge_date, ...plan }) => ({
          ...plan,
          until: chargedOn({ date: plan.until, charge_date, category_id: null }, card),
          isDeleted: false,
          isEnded: null,
        })),
        ...plansOf(all),
      ].toSorted((one, other) => (one.until < other.until ? -1 : 1)),
      /** What was paid to it, or is recorded to be, the latest first. */
      payments: paid.slice(0, PAYMENTS_SHOWN).map(({ from, ...payment }) => ({
        ...payment,
        from: accounts.get(from ?? ''),
      })),
      hasMorePayments: paid.length > PAYMENTS_SHOWN,
    };
  });
}

/** What is left of each purchase. */
function plansOf(expected: readonly ExpectedPayment[]) {
  return [...Map.groupBy(expected, ({ after }) => after).entries()].flatMap(
    ([{ id, description, deleted_at }, those]) => {
      const [first, last] = [those[0], those.at(-1)];
      if (!first || !last) return [];
      const left = those.reduce((sum, { own }) => sum + own, 0);
      return {
        id,
        description,
        isDeleted: deleted_at !== null,
        next: first.n,
        total: first.after.of,
        /** The day of the last charge. */
        until: last.charged,
        left,
        isEnded: first.isEnded,
      };
    },
  );
}

/** Cards of which nothing was recorded for longer than a bill takes, but that were used not long before. */
const SILENT_DAYS = { from: 35, to: 200 };

/** Cards whose next bill is unknown, because their latest purchases are not recorded, with the day of the last one. */
export async function readSilentCards(
  { db, viewer, now }: Reading,
  cards: readonly AccountRow[],
): Promise<{ card: AccountRow; since: string }[]> {
  const today = todayOf({ viewer, now });
  const silent: { card: AccountRow; since: string }[] = [];
  for (const card of cards) {
    const since = await readLastShown({ db, viewer }, card, today);
    if (since && isSilent(since, today, SILENT_DAYS.to)) silent.push({ card, since });
  }
  return silent;
}

function isSilent(since: string, today: string, most: number): boolean {
  const days = daysApart(since, today);
  return days > SILENT_DAYS.from && days <= most;
}

/** The last day up to today of which the purchases of a card are recorded, by these or by a later bill. */
async function readLastShown(
  { db, viewer }: Pick<Reading, 'db' | 'viewer'>,
  card: AccountRow,
  today: string,
): Promise<string | undefined> {
  const [last] = await findLastPurchase(db, viewer.id, card.id, today);
  if (!last || daysApart(last.date, today) <= SILENT_DAYS.from) return last?.date;
  // Later payments of a purchase have its day, and come with the bill that has them.
  const shown = await findShownPayments(db, viewer.id);
  const billed = shown.flatMap(({ account_id, charge_date }) =>
    account_id === card.id && charge_date !== null ? plusMonths(charge_date, -1) : [],
  );
  return maxOf([last.date, ...billed]);
}

/** No purchase that follows the billing day is made so many days before it. */
const DAYS_OF_CYCLE = 32;

/** What cards charge on each day between two dates, where it is to pay; in their currencies. */
export async function readBills(
  context: Reading,
  cards: readonly AccountRow[],
  { from, to }: { from: string; to: string },
): Promise<(Shift & { card: AccountRow })[]> {
  if (cards.length === 0) return [];
  const payments = await readExpectedPayments(context);
  const all: (Shift & { card: AccountRow })[] = [];
  for (const card of cards) {
    const purchases = await purchasesOf(context, card, plusDays(from, -DAYS_OF_CYCLE), payments);
    const bills = withShifts(
      [],
      purchases.map(({ charged, own }) => ({ date: charged, amount: -own })),
      to,
    );
    all.push(...bills.flatMap((bill) => (bill.date >= from && bill.amount > 0 ? { ...bill, card } : [])));
  }
  return all;
}

function cyclesOf({ billing_day }: AccountRow, today: string) {
  const day = billing_day ?? 1;
  const current = nextBillingDay(today, day);
  return { last: previousBill({ billing_day }, current), current, next: nextBillingDay(current, day) };
}

const maxOf = (dates: readonly string[]) => dates.toSorted().at(-1);

/** The first billing day that is not before a day. */
const billingDayFor = ({ billing_day }: AccountRow, date: string) =>
  nextBillingDay(plusDays(date, -1), billing_day ?? 1);

/** The billing day before another one. */
function previousBill({ billing_day }: Pick<AccountRow, 'billing_day'>, bill: string): string {
  // Two months always lead to an earlier one.
  let day = nextBillingDay(plusDays(bill, -65), billing_day ?? 1);
  for (let next = day; next < bill; next = nextBillingDay(next, billing_day ?? 1)) day = next;
  return day;
}
