import type { Db } from '../../../db/open.ts';
import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { translator } from '../../../i18n/translate.ts';
import { daysApart, momentOf, plusDays, plusMonths, todayOf } from '../../calendar.ts';
import { createOpeningCategories } from '../../categories/defaults.ts';
import { chargedAmount } from '../../charged.ts';
import type { Writing } from '../../context.ts';
import { invalid } from '../../error.ts';
import { newId } from '../../id.ts';
import { inLedger, type Ledger } from '../../ledger/ledger.ts';
import { isPaidBill, OPENING } from '../../ledger/reserved-categories.ts';
import { UNTIMED } from '../../ledger/untimed.ts';
import { OWN_CURRENCY, PAID_AT_ONCE, textColumns } from '../../transactions/fields.ts';
import { type Money, rateOfAmounts } from '../../transactions/money.ts';
import { createTransfer, removeTransfer } from '../../transactions/transfers/transfers.ts';
import { nextVersion } from '../../version.ts';
import { requireUnlocked, requireUnlockedWork } from '../checks/lock.ts';
import { accountsById, readAccount } from '../read.ts';
import { BILL_PAYMENT_TOLERANCE_DAYS, billDay } from './charge-date.ts';
import { findPaid, findPaidAt, findPaidBills, findPurchase, findPurchases } from './purchases.queries.ts';

/** A bill that nothing has paid; minor units of the card's currency, and of the person's. */
interface OpenBill {
  date: string;
  amount: number;
  worth: number;
}

/** Before every transaction. */
const EVER = '0000-00-00';

export type Purchase = Pick<TransactionRow, 'date' | 'charge_date'> & { amount: number; own: number };

/**
 * What a card has charged up to a day and nothing has paid, the earliest first. A payment of the amount of a bill near its
 * day is that bill's, also shortly before it is charged; any other pays the earliest. An assumed payment stands for real
 * ones of the month after it, and up to the day of the last check against the bank where that had it.
 * @param options.coming what an import brings, signed as purchases are
 * @param options.withoutSaid whether to ignore assumed payments
 */
export async function openBills(
  { tx: db, userId }: { tx: Db; userId: string },
  card: AccountRow,
  today: string,
  { coming = [], withoutSaid = false }: { coming?: readonly Purchase[]; withoutSaid?: boolean } = {},
): Promise<OpenBill[]> {
  const purchases = [...(await findPurchases(db, userId, card.id, EVER)), ...coming];
  const open = billsOf(card, purchases).filter(
    ({ date }) => date <= plusDays(today, BILL_PAYMENT_TOLERANCE_DAYS),
  );
  const recorded = await findPaid(db, userId, card.id, today);
  const assumed = new Set(withoutSaid ? recorded.filter(isPaidBill).map((row) => row.charge_date) : []);
  const checked = card.checked_until ?? EVER;
  const mayPay = (payment: { date: string }, { date }: OpenBill) =>
    !assumed.has(date) || (payment.date < plusMonths(date, 1) && (date > checked || payment.date <= checked));
  const others: { date: string; amount: number }[] = [];
  for (const payment of recorded) {
    if (withoutSaid && isPaidBill(payment)) continue;
    const index = open.findIndex(
      (bill) =>
        bill.amount === payment.amount &&
        daysApart(bill.date, payment.date) <= BILL_PAYMENT_TOLERANCE_DAYS &&
        mayPay(payment, bill),
    );
    if (index < 0) others.push({ ...payment });
    else open.splice(index, 1);
  }
  // What the card owed before its purchases, which the earliest bill has too, is below zero.
  others.sort((one, other) => Number(one.amount > 0) - Number(other.amount > 0));
  let credit = 0;
  return open.flatMap((bill) => {
    let amount = bill.amount - credit;
    for (const payment of others.filter((each) => mayPay(each, bill))) {
      const used = payment.amount < 0 ? payment.amount : Math.max(0, Math.min(payment.amount, amount));
      payment.amount -= used;
      amount -= used;
    }
    credit = Math.max(0, -amount);
    const worth = bill.amount === 0 ? 0 : Math.round((bill.worth * amount) / bill.amount);
    return amount > 0 && bill.date <= today ? [{ date: bill.date, amount, worth }] : [];
  });
}

/** What a card charges on each day, the earliest first. */
function billsOf(card: AccountRow, purchases: readonly Purchase[]): OpenBill[] {
  const bills = new Map<string, OpenBill>();
  for (const { amount, own, ...row } of purchases) {
    const date = billDay(row, card);
    const bill = bills.get(date) ?? { date, amount: 0, worth: 0 };
    bills.set(date, { date, amount: bill.amount - own, worth: bill.worth - amount });
  }
  return [...bills.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}

/** An assumed payment of a bill before real ones lowered or replaced it; minor units of the card's currency. */
export interface LoweredBill {
  date: string;
  amount: number;
}

interface BillVersion {
  before: string;
  after: string;
}

/**
 * Makes what says that bills were paid what the bills still are: one transaction a bill, with what nothing else has paid
 * of it. So the card owes them no longer, and nothing is an income; what paid them can be joined with them later.
 * @param options.saidUntil up to which day bills without one are paid too; null if nobody says so
 * @param options.isWhole whether those of a time that was checked against the bank are, too
 * @param options.lowered bills that are paid again up to these amounts
 * @param options.kept the ids of those that stay as they are
 * @param options.description of new ones
 * @returns the new ones, those that are lower now or gone, as they were, and the new versions of those that changed
 */
export async function payBills(
  ledger: Ledger,
  card: AccountRow,
  {
    today,
    description,
    now,
    saidUntil,
    isWhole = false,
    lowered = [],
    kept = new Set(),
  }: {
    today: string;
    description: string;
    now: Date;
    saidUntil: string | null;
    isWhole?: boolean;
    lowered?: readonly LoweredBill[];
    kept?: ReadonlySet<string>;
  },
): Promise<{ added: TransactionRow[]; lowered: LoweredBill[]; updated: Map<string, BillVersion> }> {
  const { tx, userId } = ledger;
  const there = new Map<string, TransactionRow>();
  const recorded = await findPaidBills(tx, userId, card.id);
  for (const row of recorded.toSorted((one, other) => Number(isByHand(other)) - Number(isByHand(one)))) {
    const { charge_date } = row;
    // One a bill: others came with an account that was merged into this one.
    if (charge_date !== null && !there.has(charge_date)) there.set(charge_date, row);
    else if (!isByHand(row)) await ledger.delete([row.id]);
  }
  const updated = new Map<string, BillVersion>();
  if (there.size === 0 && saidUntil === null && lowered.length === 0)
    return { added: [], lowered: [], updated };
  const before = new Map(lowered.map(({ date, amount }) => [date, amount]));
  /** What of a bill is assumed to be paid, beside what its assumed payment has. */
  const saidOf = ({ date, amount }: OpenBill) =>
    saidUntil !== null && date <= saidUntil ? amount : Math.min(amount, before.get(date) ?? 0);
  const bills = await openBills(ledger, card, today, { withoutSaid: true });
  const due = new Map(bills.map((bill) => [bill.date, bill]));
  const nowLower: LoweredBill[] = [];
  for (const [date, row] of there) {
    const bill = due.get(date);
    const paid = chargedAmount(row);
    // A person who calls it paid again may raise what they have changed; nothing else touches it.
    const isRaised = isWhole && bill !== undefined && saidOf(bill) > paid;
    if (kept.has(row.id) || (isByHand(row) && !isRaised)) continue;
    // The rest of a bill stays open unless the person calls it paid again.
    const amount = bill ? Math.min(bill.amount, Math.max(paid, saidOf(bill))) : 0;
    if (amount < paid) nowLower.push({ date, amount: paid });
    if (!bill) await ledger.delete([row.id]);
    else if (amount !== paid) {
      const after = { ...row, ...moneyOf(card, bill, amount), updated_at: nextVersion(row, now) };
      await ledger.update([after]);
      updated.set(row.id, { before: row.updated_at, after: after.updated_at });
    }
  }
  const isOpen = ({ date }: OpenBill) => isWhole || date > (card.checked_until ?? EVER);
  const added = bills.filter(
    (bill) => !there.has(bill.date) && saidOf(bill) > 0 && (before.has(bill.date) || isOpen(bill)),
  );
  const [purchase] = added.length > 0 ? await findPurchase(tx, userId, card.id) : [];
  if (!purchase) return { added: [], lowered: nowLower, updated };
  await createOpeningCategories(tx, userId, now);
  const instant = now.toISOString();
  const texts = { description, merchant_name: null, notes: null };
  const inserted = await ledger.insert(
    added.map((bill) => ({
      ...purchase,
      ...OWN_CURRENCY,
      ...PAID_AT_ONCE,
      ...texts,
      ...textColumns(texts),
      ...momentOf(bill.date, '00:00', purchase.timezone),
      ...moneyOf(card, bill, saidOf(bill)),
      id: newId(now),
      type: 'income',
      category_id: OPENING.income,
      date: bill.date,
      charge_date: bill.date,
      template_id: null,
      occurrence_date: null,
      is_detached: null,
      created_at: instant,
      updated_at: instant,
    })),
  );
  return { added: inserted, lowered: nowLower, updated };
}

/** Whether a person has changed its amount or its day. */
const isByHand = ({ is_detached }: TransactionRow) => is_detached === 1;

/** A part of a bill. Its worth is unknown where that of its purchases is, or where refunds at other rates exceed it. */
function moneyOf({ currency }: AccountRow, bill: OpenBill, amount: number): Partial<Money> {
  if (currency === null) return { amount };
  const worth = Math.max(0, Math.round((bill.worth * amount) / bill.amount));
  return {
    amount: worth,
    account_amount: amount,
    original_amount: amount,
    original_currency: currency,
    rate: worth === 0 ? null : rateOfAmounts(worth, amount),
  };
}

/**
 * As `payBills`, at the request of a person. The account that pays the card has paid bills from a day on, whose
 * payment its balance lacks: they become transfers.
 * @param options.transfersFrom that day; without it, its balance lacks none
 * @returns what the card got
 * @throws DomainError NOT_FOUND, VALIDATION_ERROR for any other account, or transfers without an open one in the currency
 * of the card that pays it, LOCKED (409) for bills of a time that was checked against the bank
 */
export function payOpenBills(
  context: Writing,
  id: string,
  { transfersFrom }: { transfersFrom?: string | undefined } = {},
): Promise<TransactionRow[]> {
  return inLedger(context, async (ledger, inside) => {
    const { row } = await readAccount(inside, id);
    if (row.kind !== 'credit_card') throw invalid({ field: 'kind', message: 'errors:cardOnly' });
    const payer =
      transfersFrom === undefined ? undefined : (await accountsById(inside)).get(row.pays_from ?? '');
    if (transfersFrom !== undefined && !canTransfer(payer, row))
      throw invalid({ field: 'transfersFrom', message: 'errors:accountInvalid' });
    const description = translator(context.locale)('money:billPaid');
    const today = todayOf(inside);
    const saidUntil = transfersFrom === undefined ? today : plusDays(transfersFrom, -1);
    const said = { today, description, now: context.now, saidUntil, isWhole: true };
    const { added } = await requireUnlockedWork(inside, ledger, () => payBills(ledger, row, said));
    const paid = [...added];
    for (const { date, amount } of payer ? await openBills(ledger, row, today) : []) {
      const accounts = { fromAccountId: payer?.id ?? '', toAccountId: id };
      const input = { ...accounts, amount, date, time: UNTIMED, description };
      if (date > saidUntil) paid.push((await createTransfer(inside, input)).to);
    }
    return paid;
  });
}

/** Whether an account can pay a card by a transfer of the same amount. */
export const canTransfer = (payer: AccountRow | null | undefined, card: AccountRow): payer is AccountRow =>
  payer?.is_archived === 0 && payer.currency === card.currency;

/** Takes back what `payOpenBills` added to a card at an instant, unless it was changed since; returns how much that was. */
export function unpayBills(context: Writing, id: string, at: string): Promise<number> {
  return inLedger(context, async (ledger, inside) => {
    const rows = await findPaidAt(ledger.tx, ledger.userId, id, at);
    for (const { transfer_id } of rows)
      if (transfer_id !== null) await removeTransfer(inside, { id: transfer_id });
    const assumed = rows.filter(({ transfer_id }) => transfer_id === null);
    await requireUnlocked(inside, await ledger.delete(assumed.map((row) => row.id)));
    return rows.length;
  });
}
