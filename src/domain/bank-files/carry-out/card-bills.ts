import type { BankImportRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { localNow, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isPaidBill } from '../../ledger/reserved-categories.ts';
import { openBills, settlePaidBills } from '../../money-accounts/cards/paid-bills.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { findAccounts } from '../../money-accounts/money-accounts.queries.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import type { Made, Paid } from '../found-account.ts';
import { findMaking, updateImport } from '../imports.queries.ts';
import { findAccountsOfLines, findAccountsTouched, findPurchasesToCome } from '../lines.queries.ts';
import { accountsWith, newAccountsOf } from '../new-accounts.ts';
import type { ImportState, Outcome } from '../read-imports.ts';
import type { Person } from './write-lines.ts';

/** The unpaid bills of the cards of an import up to today, with its rows; minor units, by currency. Null for none. */
export async function billsToPay(
  context: Reading,
  { row }: ImportState,
): Promise<{ until: string; amounts: Map<Currency, number> } | null> {
  if (row.status !== 'preview') return null;
  const { db, viewer } = context;
  const accounts = await accountsWith(context, newAccountsOf(row));
  const amounts = new Map<Currency, number>();
  let until = '';
  for (const id of await findAccountsOfLines(db, row)) {
    const card = accounts.get(id);
    if (card?.kind !== 'credit_card') continue;
    const currency = currencyOf(card, viewer);
    const coming = await findPurchasesToCome(db, row, { id, currency });
    for (const { date, amount } of await openBills({ tx: db, userId: viewer.id }, card, todayOf(context), {
      coming,
    })) {
      amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
      if (date > until) until = date;
    }
  }
  return until ? { until, amounts } : null;
}

/**
 * Updates the transactions that pay bills of the cards of an import, after it or its undo: for a card whose bills were paid
 * according to this import or another one, all bills are paid up to the day on which that was stated.
 * @param paidAccounts the accounts whose bills were paid according to this import
 * @param undone what this import lowered, to be paid again
 * @returns the bills that this import pays now, and what it lowered
 */
export async function updatePaidBills(
  ledger: Ledger,
  row: BankImportRow,
  paidAccounts: readonly string[],
  { timezone, billPaid = '', untitled }: Person,
  now: Date,
  undone: NonNullable<Made['lowered']> = [],
): Promise<Required<Pick<Made, 'paid' | 'lowered'>>> {
  const { tx, userId } = ledger;
  const today = localNow(now, timezone).date;
  const own: Paid[] = [];
  const nowLower: NonNullable<Made['lowered']> = [];
  const touched = new Set([...paidAccounts, ...(await findAccountsTouched(tx, row))]);
  for (const card of await findAccounts(tx, userId)) {
    if (card.kind !== 'credit_card' || !touched.has(card.id)) continue;
    const isOwn = paidAccounts.includes(card.id);
    const other = isOwn ? undefined : await otherStating(ledger, row.id, card.id);
    const saidUntil = isOwn ? today : (other?.until ?? null);
    const description = billPaid || untitled;
    const { added, lowered } = await settlePaidBills(ledger, card, {
      ...{ today, description, now, saidUntil },
      lowered: undone.filter(({ account }) => account === card.id),
    });
    nowLower.push(...lowered.map((bill) => ({ ...bill, account: card.id })));
    if (saidUntil === null) continue;
    const paid = { account: card.id, bills: added.map(({ id }) => id), until: saidUntil };
    if (isOwn) own.push(paid);
    else if (other && added.length > 0) await notePaid(ledger, other, paid);
  }
  return { paid: own, lowered: nowLower };
}

/** Of the other imports according to which the bills of a card were paid, the one up to the latest day. */
async function otherStating({ tx, userId }: Ledger, importId: string, account: string) {
  const found = await findMaking(tx, userId, 'account', account);
  const stating = found.flatMap(({ id, outcome }) => {
    const { made }: Outcome = JSON.parse(outcome);
    const paid = id === importId ? undefined : made?.paid?.find((each) => each.account === account);
    return paid ? [{ id, outcome, until: paid.until }] : [];
  });
  return stating.toSorted((one, other) => (one.until < other.until ? 1 : -1))[0];
}

async function notePaid(
  { tx, userId }: Ledger,
  { id, outcome }: Pick<BankImportRow, 'id' | 'outcome'>,
  paid: Paid,
): Promise<void> {
  const before: Outcome = JSON.parse(outcome);
  if (!before.made) return;
  const after = { ...before, made: withBills(before.made, { paid: [paid] }) };
  await updateImport(tx, { user_id: userId, id, outcome: JSON.stringify(after) });
}

export function withBills(made: Made, added: Pick<Made, 'paid' | 'lowered'>): Made {
  // The first time that an import lowers a bill says what it was before.
  const lowered = [...(made.lowered ?? []), ...(added.lowered ?? [])];
  const all = [...(made.paid ?? []), ...(added.paid ?? [])];
  const paid = [...Map.groupBy(all, ({ account }) => account)].map(([account, each]) => ({
    account,
    bills: each.flatMap(({ bills }) => bills),
    until:
      each
        .map(({ until }) => until)
        .toSorted()
        .at(-1) ?? '',
  }));
  return { ...made, ...(paid.length > 0 && { paid }), ...(lowered.length > 0 && { lowered }) };
}

/** Removes the payments of bills that an import added, after its rows were removed. */
export async function undoPaidBills(
  ledger: Ledger,
  row: BankImportRow,
  person: Person,
  now: Date,
): Promise<void> {
  const { made }: Outcome = JSON.parse(row.outcome);
  const bills = (made?.paid ?? []).flatMap((paid) => paid.bills);
  // A payment that was joined to a real transfer stays, as that transfer does.
  const there = (await findTransactionsOf(ledger.tx, ledger.userId, bills)).filter(isPaidBill);
  await ledger.delete(there.map(({ id }) => id));
  await updatePaidBills(ledger, row, [], person, now, made?.lowered);
}
