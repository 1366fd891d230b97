import type { Db } from '../../../db/open.ts';
import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { translator } from '../../../i18n/translate.ts';
import { daysApart, momentOf, todayOf } from '../../calendar.ts';
import { createOpeningCategories } from '../../categories/defaults.ts';
import type { Writing } from '../../context.ts';
import { invalid } from '../../error.ts';
import { newId } from '../../id.ts';
import { inLedger, type Ledger } from '../../ledger/ledger.ts';
import { isPaidBill, OPENING } from '../../ledger/reserved-categories.ts';
import { OWN_CURRENCY, PAID_AT_ONCE, textColumns } from '../../transactions/fields.ts';
import { inAccount } from '../../transactions/transfers/transfer.ts';
import { nextVersion } from '../../version.ts';
import { readAccount } from '../read.ts';
import { billDay, PAYMENT_DAYS } from './charge-date.ts';
import { findPaid, findPaidBills, findPurchase, findPurchases } from './purchases.queries.ts';

/** A bill that nothing has paid; minor units of the card's currency, and of the person's. */
export interface OpenBill {
  date: string;
  amount: number;
  worth: number;
}

/** Before every transaction. */
const EVER = '0000-00-00';

export type Purchase = Pick<TransactionRow, 'date' | 'charge_date'> & { amount: number; own: number };

/**
 * What a card has charged up to a day and nothing has paid, the earliest first. A payment of the amount of a bill is that
 * bill's; any other pays the earliest.
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
  const open = billsOf(card, purchases).filter(({ date }) => date <= today);
  const paid = (await findPaid(db, userId, card.id, today)).filter(
    (row) => !(withoutSaid && isPaidBill(row)),
  );
  let rest = 0;
  for (const payment of paid) {
    const index = open.findIndex(
      ({ date, amount }) => amount === payment.amount && daysApart(date, payment.date) <= PAYMENT_DAYS,
    );
    if (index < 0) rest += payment.amount;
    else open.splice(index, 1);
  }
  return open.flatMap((bill) => {
    const amount = bill.amount - rest;
    rest = Math.max(0, -amount);
    const worth = bill.amount === 0 ? 0 : Math.round((bill.worth * amount) / bill.amount);
    return amount > 0 ? [{ date: bill.date, amount, worth }] : [];
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

/**
 * Makes what says that bills were paid what the bills still are: one transaction a bill, with what nothing else has paid
 * of it. So the card owes them no longer, and nothing is an income; what paid them can be joined with them later.
 * @param options.saidUntil up to which day bills without one are paid too, but for those of a time that was checked against
 * the bank; null if nobody says so
 * @param options.description of new ones
 * @returns the new ones
 */
export async function settlePaidBills(
  ledger: Ledger,
  card: AccountRow,
  {
    today,
    description,
    now,
    saidUntil,
  }: { today: string; description: string; now: Date; saidUntil: string | null },
): Promise<TransactionRow[]> {
  const { tx, userId } = ledger;
  const there = new Map<string, TransactionRow>();
  for (const row of await findPaidBills(tx, userId, card.id)) {
    const { charge_date } = row;
    // One a bill: others came with an account that was merged into this one.
    if (charge_date !== null && !there.has(charge_date)) there.set(charge_date, row);
    else await ledger.delete([row.id]);
  }
  if (there.size === 0 && saidUntil === null) return [];
  const isSaid = (date: string) => saidUntil !== null && date <= saidUntil;
  const bills = await openBills(ledger, card, today, { withoutSaid: true });
  const due = new Map(bills.map((bill) => [bill.date, bill]));
  for (const [date, row] of there) {
    const bill = due.get(date);
    if (!bill) await ledger.delete([row.id]);
    // The rest of a bill stays open unless the person calls it paid again.
    else if (isSaid(date) || bill.amount < inAccount(row)) {
      const after = { ...row, ...moneyOf(card, bill) };
      if (inAccount(after) !== inAccount(row))
        await ledger.update([{ ...after, updated_at: nextVersion(row, now) }]);
    }
  }
  const added = bills.filter(
    ({ date }) =>
      isSaid(date) && !there.has(date) && (card.checked_until === null || date > card.checked_until),
  );
  const [purchase] = added.length > 0 ? await findPurchase(tx, userId, card.id) : [];
  if (!purchase) return [];
  await createOpeningCategories(tx, userId, now);
  const instant = now.toISOString();
  const texts = { description, merchant_name: null, notes: null };
  return ledger.insert(
    added.map((bill) => ({
      ...purchase,
      ...OWN_CURRENCY,
      ...PAID_AT_ONCE,
      ...texts,
      ...textColumns(texts),
      ...momentOf(bill.date, '00:00', purchase.timezone),
      ...moneyOf(card, bill),
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
}

const moneyOf = ({ currency }: AccountRow, { amount, worth }: OpenBill) =>
  currency === null ? { amount } : { amount: worth, account_amount: amount };

/**
 * As `settlePaidBills`, at the request of a person. @throws DomainError NOT_FOUND, VALIDATION_ERROR for any other
 * account
 */
export function payOpenBills(context: Writing, id: string): Promise<TransactionRow[]> {
  return inLedger(context, async (ledger, inside) => {
    const { row } = await readAccount(inside, id);
    if (row.kind !== 'credit_card') throw invalid({ field: 'kind', message: 'errors:cardOnly' });
    const description = translator(context.locale)('money:billPaid');
    const today = todayOf(inside);
    return settlePaidBills(ledger, row, { today, description, now: context.now, saidUntil: today });
  });
}
