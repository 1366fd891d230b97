import type { BankImportRow } from '../../../db/tables.ts';
import { localNow, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isPaidBill } from '../../ledger/reserved-categories.ts';
import { openBills, settlePaidBills } from '../../money-accounts/cards/paid-bills.ts';
import { findAccounts } from '../../money-accounts/money-accounts.queries.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import type { Made, Paid } from '../found-account.ts';
import { findMaking, updateImport } from '../imports.queries.ts';
import { findPurchasesToCome } from '../lines.queries.ts';
import type { ImportState, Outcome } from '../read-imports.ts';
import type { Person } from './carry.ts';

/** What the card of an import has charged until a day, with its rows, and nothing has paid; minor units. Null for none. */
export async function billsToPay(
  context: Reading,
  { row, account }: ImportState,
): Promise<{ until: string; amount: number } | null> {
  if (row.status !== 'preview' || account?.kind !== 'credit_card') return null;
  const coming = await findPurchasesToCome(context.db, row);
  const ledger = { tx: context.db, userId: context.viewer.id };
  const bills = await openBills(ledger, account, todayOf(context), { coming });
  const last = bills.at(-1);
  return last ? { until: last.date, amount: bills.reduce((sum, { amount }) => sum + amount, 0) } : null;
}

/**
 * Settles what says that bills were paid, after an import or its undo: where it is said, by this import or another one,
 * all bills up to today are paid.
 * @param said the accounts of which this one says it
 * @returns what this one says now
 */
export async function settleBills(
  ledger: Ledger,
  importId: string,
  said: readonly string[],
  { timezone, billPaid = '', untitled }: Person,
  now: Date,
): Promise<Paid[]> {
  const { tx, userId } = ledger;
  const today = localNow(now, timezone).date;
  const own: Paid[] = [];
  for (const card of await findAccounts(tx, userId)) {
    if (card.kind !== 'credit_card') continue;
    const isOwn = said.includes(card.id);
    const other = isOwn ? undefined : await otherSaying(ledger, importId, card.id);
    const isSaid = isOwn || other !== undefined;
    const description = billPaid || untitled;
    const added = await settlePaidBills(ledger, card, { today, description, now, isSaid });
    const paid = { account: card.id, bills: added.map(({ id }) => id) };
    if (isOwn) own.push(paid);
    else if (other && added.length > 0) await notePaid(ledger, other, paid);
  }
  return own;
}

/** Another import that says of a card that its bills were paid. */
async function otherSaying({ tx, userId }: Ledger, importId: string, account: string) {
  const found = await findMaking(tx, userId, 'account', account);
  return found.find(({ id, outcome }) => {
    const { made }: Outcome = JSON.parse(outcome);
    return id !== importId && made?.paid?.some((paid) => paid.account === account);
  });
}

async function notePaid(
  { tx, userId }: Ledger,
  { id, outcome }: Pick<BankImportRow, 'id' | 'outcome'>,
  paid: Paid,
): Promise<void> {
  const before: Outcome = JSON.parse(outcome);
  if (!before.made) return;
  const after = { ...before, made: withPaid(before.made, [paid]) };
  await updateImport(tx, { user_id: userId, id, outcome: JSON.stringify(after) });
}

export function withPaid(made: Made, added: readonly Paid[]): Made {
  const before = made.paid ?? [];
  const accounts = new Set([...before, ...added].map(({ account }) => account));
  const paid = [...accounts].map((account) => ({
    account,
    bills: [...before, ...added].flatMap((each) => (each.account === account ? each.bills : [])),
  }));
  return paid.length > 0 ? { ...made, paid } : made;
}

/** Takes back what an import said of bills, once its rows have gone. */
export async function unpayBills(
  ledger: Ledger,
  { id, outcome }: BankImportRow,
  person: Person,
  now: Date,
): Promise<void> {
  const { made }: Outcome = JSON.parse(outcome);
  const bills = (made?.paid ?? []).flatMap((paid) => paid.bills);
  // One that was joined with what paid it stays, as what paid it does.
  const there = (await findTransactionsOf(ledger.tx, ledger.userId, bills)).filter(isPaidBill);
  await ledger.delete(there.map((row) => row.id));
  await settleBills(ledger, id, [], person, now);
}
