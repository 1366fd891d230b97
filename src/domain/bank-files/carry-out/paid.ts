import type { BankImportRow } from '../../../db/tables.ts';
import { localNow, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isPaidBill } from '../../ledger/reserved-categories.ts';
import { openBills, recordPaidBills, trimPaidBills } from '../../money-accounts/cards/paid-bills.ts';
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
  const bills = await openBills(ledger, account, todayOf(context), coming);
  const last = bills.at(-1);
  return last ? { until: last.date, amount: bills.reduce((sum, { amount }) => sum + amount, 0) } : null;
}

/** Records that the bills of those of these accounts that are cards were paid, as far as they are charged. */
export async function payBills(
  ledger: Ledger,
  accounts: readonly string[],
  { timezone, billPaid = '', untitled }: Person,
  now: Date,
): Promise<Paid[]> {
  const today = localNow(now, timezone).date;
  const paid: Paid[] = [];
  for (const card of await findAccounts(ledger.tx, ledger.userId)) {
    if (card.kind !== 'credit_card' || !accounts.includes(card.id)) continue;
    const recorded = await recordPaidBills(ledger, card, { today, description: billPaid || untitled, now });
    paid.push({ account: card.id, bills: recorded.map(({ id }) => id) });
  }
  return paid;
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

/**
 * Takes back what an import said of bills, once its rows have gone. What another one said of the same card, or a person,
 * holds for what is left of them.
 */
export async function unpayBills(
  ledger: Ledger,
  { id, outcome }: BankImportRow,
  person: Person,
  now: Date,
): Promise<void> {
  const { tx, userId } = ledger;
  const { made }: Outcome = JSON.parse(outcome);
  for (const { account, bills } of made?.paid ?? []) {
    // One that was joined with what paid it stays, as what paid it does.
    const there = (await findTransactionsOf(tx, userId, bills)).filter(isPaidBill);
    await ledger.delete(there.map((row) => row.id));
    for (const other of await findMaking(tx, userId, 'account', account)) {
      const theirs: Outcome = JSON.parse(other.outcome);
      if (other.id === id || !theirs.made?.paid?.some((paid) => paid.account === account)) continue;
      const added = await payBills(ledger, [account], person, now);
      const outcome = JSON.stringify({ ...theirs, made: withPaid(theirs.made, added) });
      await updateImport(tx, { user_id: userId, id: other.id, outcome });
      break;
    }
  }
  for (const card of await findAccounts(tx, userId))
    if (card.kind === 'credit_card') await trimPaidBills(ledger, card, now);
}
