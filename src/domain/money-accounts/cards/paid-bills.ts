import type { Db } from '../../../db/open.ts';
import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { translator } from '../../../i18n/translate.ts';
import { daysApart, momentOf, todayOf } from '../../calendar.ts';
import { createOpeningCategories } from '../../categories/defaults.ts';
import type { Writing } from '../../context.ts';
import { newId } from '../../id.ts';
import { inLedger, type Ledger } from '../../ledger/ledger.ts';
import { OPENING } from '../../ledger/reserved-categories.ts';
import { OWN_CURRENCY, PAID_AT_ONCE, textColumns } from '../../transactions/fields.ts';
import { inAccount } from '../../transactions/transfers/transfer.ts';
import { nextVersion } from '../../version.ts';
import { readAccount } from '../read.ts';
import { chargedOn } from './charge-date.ts';
import { findPaid, findPaidBills, findPurchase, findPurchases } from './purchases.queries.ts';

/** A bill that nothing has paid; minor units of the card's currency, and of the person's. */
export interface OpenBill {
  date: string;
  amount: number;
  worth: number;
}

/** How many days before or after a bill of the same amount its payment may be. */
const DAYS_OF_PAYMENT = 7;

/** Before every transaction. */
const EVER = '0000-00-00';

export type Purchase = Pick<TransactionRow, 'date' | 'charge_date'> & { amount: number; own: number };

/**
 * What a card has charged up to a day and nothing has paid, the earliest first. A payment of the amount of a bill is that
 * bill's; any other pays the earliest. Purchases whose charge date nobody knows are in no bill.
 * @param coming what an import brings, signed as purchases are
 */
export async function openBills(
  { tx: db, userId }: { tx: Db; userId: string },
  card: AccountRow,
  today: string,
  coming: readonly Purchase[] = [],
): Promise<OpenBill[]> {
  const purchases = [...(await findPurchases(db, userId, card.id, EVER)), ...coming];
  const open = billsOf(card, purchases).filter(({ date }) => date <= today);
  const paid = await findPaid(db, userId, card.id, today);
  let rest = 0;
  for (const payment of paid) {
    const index = open.findIndex(
      ({ date, amount }) => amount === payment.amount && daysApart(date, payment.date) <= DAYS_OF_PAYMENT,
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
    if (row.charge_date === null && card.billing_day === null) continue;
    const date = chargedOn({ ...row, category_id: null }, card);
    const bill = bills.get(date) ?? { date, amount: 0, worth: 0 };
    bills.set(date, { date, amount: bill.amount - own, worth: bill.worth - amount });
  }
  return [...bills.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}

/**
 * Records that the bills of a card up to today were paid, by what nobody recorded here: the card owes them no longer,
 * and nothing is an income. What paid them can be joined with them later. Bills of a time that was checked against the
 * bank stay.
 * @param description of each
 * @returns what was recorded
 */
export async function recordPaidBills(
  ledger: Ledger,
  card: AccountRow,
  { today, description, now }: { today: string; description: string; now: Date },
): Promise<TransactionRow[]> {
  const { tx, userId } = ledger;
  const bills = (await openBills(ledger, card, today)).filter(
    ({ date }) => card.checked_until === null || date > card.checked_until,
  );
  const [purchase] = bills.length > 0 ? await findPurchase(tx, userId, card.id) : [];
  if (!purchase) return [];
  await createOpeningCategories(tx, userId, now);
  const instant = now.toISOString();
  const texts = { description, merchant_name: null, notes: null };
  return ledger.insert(
    bills.map(({ date, amount, worth }) => ({
      ...purchase,
      ...OWN_CURRENCY,
      ...PAID_AT_ONCE,
      ...texts,
      ...textColumns(texts),
      ...momentOf(date, '00:00', purchase.timezone),
      id: newId(now),
      type: 'income',
      category_id: OPENING.income,
      ...(card.currency === null ? { amount } : { amount: worth, account_amount: amount }),
      date,
      charge_date: date,
      template_id: null,
      occurrence_date: null,
      is_detached: null,
      created_at: instant,
      updated_at: instant,
    })),
  );
}

/** Makes what says that bills were paid no more than the bills still are, once purchases have gone. */
export async function trimPaidBills(ledger: Ledger, card: AccountRow, now: Date): Promise<void> {
  const { tx, userId } = ledger;
  const rows = await findPaidBills(tx, userId, card.id);
  if (rows.length === 0) return;
  const bills = billsOf(card, await findPurchases(tx, userId, card.id, EVER));
  for (const row of rows) {
    const bill = bills.find(({ date }) => date === row.charge_date) ?? { amount: 0, worth: 0 };
    const paid = inAccount(row);
    if (bill.amount <= 0) await ledger.delete([row.id]);
    else if (paid > bill.amount) {
      const amount =
        row.account_amount === null
          ? { amount: bill.amount }
          : { amount: bill.worth, account_amount: bill.amount };
      await ledger.update([{ ...row, ...amount, updated_at: nextVersion(row, now) }]);
    }
    bill.amount -= paid;
  }
}

/** As `recordPaidBills`, because a person says so. @throws DomainError NOT_FOUND */
export function payOpenBills(context: Writing, id: string): Promise<TransactionRow[]> {
  return inLedger(context, async (ledger, inside) => {
    const { row } = await readAccount(inside, id);
    const description = translator(context.locale)('money:billPaid');
    return recordPaidBills(ledger, row, { today: todayOf(inside), description, now: context.now });
  });
}
