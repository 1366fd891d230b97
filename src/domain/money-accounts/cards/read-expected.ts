import type { Db } from '../../../db/open.ts';
import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { accountsOf } from '../../ledger/of-accounts.ts';
import { findUncounted } from '../../ledger/uncounted.queries.ts';
import { smallestAmount } from '../../money.ts';
import { currencyOf } from '../currencies/currency.ts';
import { findAccounts } from '../money-accounts.queries.ts';
import { findDeletedInstallments } from './deleted-installments.queries.ts';
import {
  type ExpectedPayment,
  endedPayments,
  expectedPayments,
  impliedCharges,
  paymentsWith,
  type ShownPayment,
} from './expected-installments.ts';
import { findEnded, findPaymentsOf, findShownPayments, findUncharged } from './purchases.queries.ts';

const smallestOf = (viewer: Reading['viewer']) => smallestAmount(currencyOf({ currency: null }, viewer));

interface Owner {
  db: Db;
  viewer: { id: string };
}

/**
 * The payments of purchases that are still to come after those that files have shown, of all cards or of the named
 * accounts, the earliest charge first.
 * @param options.withEnded also those that a person has said are expected no more
 */
export async function readExpectedPayments(
  { db, viewer, now }: Reading,
  {
    until,
    accounts: only,
    withEnded = false,
  }: { until?: string; accounts?: readonly string[] | undefined; withEnded?: boolean } = {},
): Promise<ExpectedPayment[]> {
  const { payments, accounts } = await readShown({ db, viewer });
  if (payments.length === 0) return [];
  return expectedPayments(payments, {
    accounts,
    today: todayOf({ viewer, now }),
    smallest: smallestOf(viewer),
  })
    .filter(({ card, charged }) => !(only?.includes(card.id) === false) && !(until && charged > until))
    .filter(({ isEnded }) => withEnded || !isEnded)
    .toSorted((one, other) => (one.charged < other.charged ? -1 : 1));
}

/** In minor units of the person's currency. */
export interface ExpectedBill {
  card: AccountRow;
  date: string;
  amount: number;
  count: number;
}

/** Expected payments by card and day, on which they are charged, up to a day. */
export async function readExpectedBills(context: Reading, until: string): Promise<ExpectedBill[]> {
  const payments = await readExpectedPayments(context, { until });
  const bills = Map.groupBy(payments, ({ card, charged }) => `${charged} ${card.id}`);
  return [...bills.values()].flatMap((those) => {
    const [first] = those;
    const amount = those.reduce((sum, payment) => sum + payment.amount, 0);
    return first ? { card: first.card, date: first.charged, amount, count: those.length } : [];
  });
}

/** What is expected to be spent in a category, by the day that its row will have; minor units. */
interface ExpectedSpending {
  date: string;
  category_id: string | null;
  amount: number;
}

/** What expected payments will take from budgets, in the accounts that count, or in those that are named. */
export async function readExpectedSpending(context: Reading): Promise<ExpectedSpending[]> {
  const expected = await readExpectedPayments(context);
  if (expected.length === 0) return [];
  const uncounted = await findUncounted(context.db, context.viewer.id);
  const named = accountsOf(context.db);
  return expected
    .filter(({ card: { id } }) => (named === '' ? !uncounted.has(id) : named.includes(id)))
    .map(({ booked: date, after: { category_id }, amount }) => ({ date, category_id, amount }));
}

/** The payments of the purchase of one that a file has shown, that one too. */
export async function readPaymentsWith(owner: Owner, id: string) {
  const { payments, accounts } = await readShown(owner);
  return paymentsWith(id, payments, accounts);
}

/** What is expected of a purchase, in minor units of its card. */
export interface Rest {
  card: AccountRow;
  count: number;
  amount: number;
}

/** What is expected of the purchase of a payment; null for nothing. */
export async function readRestOf({ db, viewer, now }: Reading, id: string): Promise<Rest | null> {
  const { payments, accounts } = await readShown({ db, viewer });
  const own = new Set(paymentsWith(id, payments, accounts).map((payment) => payment.id));
  const options = { accounts, today: todayOf({ viewer, now }), smallest: smallestOf(viewer) };
  const rest = expectedPayments(payments, options).filter(
    ({ after, isEnded }) => own.has(after.id) && !isEnded,
  );
  const [first] = rest;
  return first
    ? { card: first.card, count: rest.length, amount: rest.reduce((sum, { own }) => sum + own, 0) }
    : null;
}

/** For payments, some of which may be about to come in: whose purchase has ended, and the charges that others imply. */
export async function readOfPurchases(
  owner: Owner,
  coming: readonly ShownPayment[],
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<{ ended: ReadonlySet<string>; charges: ReadonlyMap<string, string> }> {
  const { payments } = await readShown(owner);
  const all = [...payments, ...coming];
  return { ended: endedPayments(all, accounts), charges: impliedCharges(all, accounts) };
}

/**
 * What the payments that files have just shown tell of their purchases: the charges of later ones that have none on the
 * same days, and that no more were expected after one that came.
 * @returns the payments that change by that
 */
export async function chargesImplied(
  owner: Owner,
  came: readonly TransactionRow[],
): Promise<TransactionRow[]> {
  if (came.length === 0) return [];
  const days = [...new Set(came.map(({ date }) => date))];
  const uncharged = await findUncharged(owner.db, owner.viewer.id, days);
  // Most purchases need nothing, and a long import asks for each of its batches.
  if (uncharged.length + (await findEnded(owner.db, owner.viewer.id)).length === 0) return [];
  const { payments, accounts } = await readShown(owner);
  const ended = endedPayments(payments, accounts);
  const charges = uncharged.length > 0 ? impliedCharges(payments, accounts) : new Map<string, string>();
  const rows = new Map([...came, ...uncharged].map((row) => [row.id, row]));
  const ids = new Set(came.map(({ id }) => id));
  return [...rows.values()].flatMap((row) => {
    const charge_date = row.charge_date ?? charges.get(row.id) ?? null;
    const payments_end = ids.has(row.id) && ended.has(row.id) ? 1 : row.payments_end;
    const isSame = charge_date === row.charge_date && payments_end === row.payments_end;
    return isSame ? [] : { ...row, charge_date, payments_end };
  });
}

/**
 * The payments of which others implied the charge that are gone now: as what is left tells it, if nobody has changed them.
 * @param gone those others
 */
export async function chargesNoLongerImplied(
  owner: Owner,
  gone: readonly TransactionRow[],
): Promise<TransactionRow[]> {
  if (gone.length === 0) return [];
  const days = new Set(gone.map(({ date }) => date));
  const { payments, accounts } = await readShown(owner);
  const isImplied = ({ n, shown, date, charge_date, deleted_at }: ShownPayment) =>
    n > 1 && days.has(date) && charge_date !== null && shown?.charge_date === null && deleted_at === null;
  const implied = payments.filter(isImplied).map(({ id }) => id);
  if (implied.length === 0) return [];
  const charges = impliedCharges(
    payments.map((one) => (isImplied(one) ? { ...one, charge_date: null } : one)),
    accounts,
  );
  const rows = await findPaymentsOf(owner.db, owner.viewer.id, implied);
  return rows.flatMap((row) => {
    const charge_date = charges.get(row.id) ?? null;
    return row.updated_at === row.created_at && charge_date !== row.charge_date
      ? { ...row, charge_date }
      : [];
  });
}

async function readShown({ db, viewer }: Owner) {
  const deleted = await findDeletedInstallments(db, viewer.id);
  const found = [
    ...(await findShownPayments(db, viewer.id)).map((row) => ({ ...row, deleted_at: null })),
    ...deleted.map((row) => ({
      ...row,
      original_currency: null,
      shown_price: null,
      payments_end: row.ended_by === null ? null : 1,
      shown_at: row.deleted_at,
    })),
  ];
  const payments = new Map(found.map((row) => [row.id, shownPayment(row)]));
  const rows = found.length > 0 ? await findAccounts(db, viewer.id) : [];
  return { payments: [...payments.values()], accounts: new Map(rows.map((row) => [row.id, row])) };
}

export function shownPayment({
  original_currency,
  installment_n,
  installment_total,
  installment_price: price,
  shown_date: date,
  shown_charge: charge_date,
  shown_text: description,
  shown_amount,
  shown_price,
  shown_account: account_id,
  shown_at: came_at,
  ...row
}: Awaited<ReturnType<typeof findShownPayments>>[number] & { deleted_at: string | null }): ShownPayment {
  const amount = Math.abs(shown_amount ?? 0);
  const shown =
    date !== null && description !== null ? { date, charge_date, description, amount, account_id } : null;
  // What was deleted alone was noted with what is expected after it, and other currencies may be those of the file.
  const isKnown = row.deleted_at === null && original_currency === null && row.account_amount === null;
  const shownAmount = isKnown && shown ? amount : null;
  const [n, of] = [installment_n ?? 1, installment_total ?? 1];
  // Where nobody knows the file's price, one that is so many times the amount was changed.
  const isChanged =
    price !== null && (shown_price === null ? price === row.amount * of : price !== shown_price);
  return {
    ...row,
    came_at,
    n,
    of,
    price,
    each: isChanged ? Math.round(price / of) : null,
    shown,
    shownAmount,
  };
}
