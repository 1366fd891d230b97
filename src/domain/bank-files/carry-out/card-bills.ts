import type { Db } from '../../../db/open.ts';
import type { AccountRow, BankImportRow, TransactionRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { localNow, plusDays, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isPaidBill } from '../../ledger/reserved-categories.ts';
import { openBills, payBills } from '../../money-accounts/cards/paid-bills.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { findAccounts } from '../../money-accounts/money-accounts.queries.ts';
import { readAccount } from '../../money-accounts/read.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { findLastPeriod, findUndonePaying } from '../imports.queries.ts';
import { findAccountsOfLines, findAccountsTouched, findPurchasesToCome } from '../lines.queries.ts';
import { accountsWith, newAccountsOf } from '../new-accounts.ts';
import type { ImportEffects, Paid } from '../outcome.ts';
import type { ImportState } from '../read-imports.ts';
import { changeMade, findMade, madeOf } from './made.ts';
import { readStatedBalances } from './stated-balances.ts';
import { findChangedIds } from './undo.queries.ts';
import type { Person } from './write-lines.ts';

/** Unpaid bills; minor units, by currency. */
interface BillsToPay {
  until: string;
  amounts: Map<Currency, number>;
  /** The last day that the files of the bank cover, where a bill is later: its payment may be missing there. */
  known?: string;
  /** Whether there are bills up to that day too. */
  hasKnown?: boolean;
}

/** The unpaid bills of the cards of an import up to today, with its rows. Null for none. */
export async function billsToPay(context: Reading, { row }: ImportState): Promise<BillsToPay | null> {
  if (row.status !== 'preview') return null;
  const { db, viewer } = context;
  const accounts = await accountsWith(context, newAccountsOf(row));
  const amounts = new Map<Currency, number>();
  const dates: string[] = [];
  const ends: string[] = [];
  for (const id of await findAccountsOfLines(db, row)) {
    const card = accounts.get(id);
    if (card?.kind !== 'credit_card') continue;
    const currency = currencyOf(card, viewer);
    const coming = await findPurchasesToCome(db, row, { id, currency });
    const bills = await openBills({ tx: db, userId: viewer.id }, card, todayOf(context), { coming });
    for (const { date, amount } of bills) {
      amounts.set(currency, (amounts.get(currency) ?? 0) + amount);
      dates.push(date);
    }
    const end = bills.length > 0 ? await endOfPayer(context, card, accounts) : null;
    if (end) ends.push(end);
  }
  const until = dates.toSorted().at(-1);
  const [known] = ends.toSorted();
  if (!until) return null;
  return {
    until,
    amounts,
    ...(known && known < until && { known, hasKnown: dates.some((date) => date <= known) }),
  };
}

/**
 * The last day of which the balance of the account that pays a card is known, by its bank's files, a check, or its opening
 * balance; null where nothing says so.
 */
export async function payerKnownUntil(context: Reading, card: AccountRow): Promise<string | null> {
  const payer = await readAccount(context, card.pays_from ?? '');
  const days = [
    (await endOfPayer(context, card, new Map([[payer.row.id, payer.row]]))) ?? '',
    payer.row.checked_until ?? '',
    payer.opening?.date ?? '',
  ];
  return days.toSorted().at(-1) || null;
}

/** The last day of which the balance of what pays a card is known; null where no file of a bank says so. */
async function endOfPayer(
  context: Reading,
  card: AccountRow,
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<string | null> {
  const payers = [...accounts.values()].filter(({ id, kind }) =>
    card.pays_from === null ? kind === 'bank' : id === card.pays_from,
  );
  const ids = payers.map(({ id }) => id);
  const end = await findLastPeriod(context.db, context.viewer.id, ids);
  if (end === null) return null;
  const stated = await readStatedBalances(context, ids);
  const days = [
    ...payers.map((payer) => payer.checked_until ?? ''),
    ...stated.map(({ day }) => plusDays(day, -1)),
  ];
  return [end, ...days].toSorted().at(-1) ?? end;
}

/**
 * Updates the transactions that pay bills of the cards of an import, after it or its undo: for a card whose bills were paid
 * according to this import or another one, all bills are paid up to the day on which that was stated.
 * @param paidAccounts the accounts whose bills were paid according to this import
 * @param options.paidUntil up to which day they were; up to today if it does not say so
 * @param options.undone what this import lowered, to be paid again
 * @param options.kept the ids of bills that stay as they are
 * @returns the bills that this import pays now, and what it lowered
 */
export async function updatePaidBills(
  ledger: Ledger,
  row: BankImportRow,
  paidAccounts: readonly string[],
  { timezone, billPaid = '', untitled }: Person,
  now: Date,
  {
    paidUntil,
    undone = [],
    kept,
  }: { paidUntil?: string | undefined; undone?: ImportEffects['lowered']; kept?: ReadonlySet<string> } = {},
): Promise<Required<Pick<ImportEffects, 'paid' | 'lowered'>>> {
  const { tx, userId } = ledger;
  const today = localNow(now, timezone).date;
  const own: Paid[] = [];
  const nowLower: NonNullable<ImportEffects['lowered']> = [];
  const cards = (await findAccounts(tx, userId)).filter(({ kind }) => kind === 'credit_card');
  // Reads all lines.
  const touched = new Set(cards.length > 0 ? [...paidAccounts, ...(await findAccountsTouched(tx, row))] : []);
  for (const card of cards) {
    if (!touched.has(card.id)) continue;
    const isOwn = paidAccounts.includes(card.id);
    const other = isOwn ? undefined : await otherStating(ledger, row.id, card.id);
    const saidUntil = isOwn ? (paidUntil ?? today) : (other?.until ?? null);
    const description = billPaid || untitled;
    const { added, lowered, updated } = await payBills(ledger, card, {
      ...{ today, description, now, saidUntil, kept },
      lowered: undone.filter(({ account }) => account === card.id),
    });
    if (updated.size > 0) await noteVersions(ledger, card.id, updated);
    nowLower.push(...lowered.map((bill) => ({ ...bill, account: card.id })));
    if (saidUntil === null) continue;
    const paid = { account: card.id, bills: added.map(({ id }) => id), until: saidUntil };
    if (isOwn) own.push(paid);
    else if (other && added.length > 0)
      await changeMade(tx, other, (made) => withBills(made, { paid: [paid] }));
  }
  return { paid: own, lowered: nowLower };
}

/** The import, among others that say that the bills of a card were paid, which says so up to the latest day. */
async function otherStating({ tx, userId }: Ledger, importId: string, account: string) {
  const stating = (await findMade(tx, userId, 'account', account)).flatMap(({ user_id, id, paid }) => {
    const own = id === importId ? undefined : paid?.find((each) => each.account === account);
    return own ? [{ user_id, id, until: own.until }] : [];
  });
  return stating.toSorted((one, other) => (one.until < other.until ? 1 : -1))[0];
}

/** Notes of the bills of a card, in the imports that pay them, that an import has changed them and no person. */
async function noteVersions(
  { tx, userId }: Ledger,
  account: string,
  updated: Awaited<ReturnType<typeof payBills>>['updated'],
): Promise<void> {
  const rows = await findTransactionsOf(tx, userId, [...updated.keys()]);
  const created = new Map(rows.map(({ id, created_at }) => [id, created_at]));
  const noted = (paid: Paid): Paid => {
    const versions = paid.bills.flatMap((bill) => {
      const version = updated.get(bill);
      const isKnown = [created.get(bill), paid.versions?.[bill]].includes(version?.before);
      return version && isKnown ? [[bill, version.after]] : [];
    });
    return versions.length > 0
      ? { ...paid, versions: { ...paid.versions, ...Object.fromEntries(versions) } }
      : paid;
  };
  for (const each of await findMade(tx, userId, 'account', account))
    if (each.paid) await changeMade(tx, each, (made) => ({ ...made, paid: (made.paid ?? []).map(noted) }));
}

export function withBills(
  made: ImportEffects,
  added: Pick<ImportEffects, 'paid' | 'lowered'>,
): ImportEffects {
  // What the bill was before is in the first entry about it.
  const lowered = [...(made.lowered ?? []), ...(added.lowered ?? [])];
  const all = [...(made.paid ?? []), ...(added.paid ?? [])];
  const paid = [...Map.groupBy(all, ({ account }) => account)].map(([account, each]) => ({
    account,
    bills: each.flatMap(({ bills }) => bills),
    ...(each.some(({ versions }) => versions) && {
      versions: Object.assign({}, ...each.map(({ versions }) => versions)),
    }),
    until:
      each
        .map(({ until }) => until)
        .toSorted()
        .at(-1) ?? '',
  }));
  return { ...made, ...(paid.length > 0 && { paid }), ...(lowered.length > 0 && { lowered }) };
}

/** The payments of bills that an import added, and which of them a person has changed since. */
export async function paidBillsOf(
  db: Db,
  { user_id, outcome }: Pick<BankImportRow, 'user_id' | 'outcome'>,
): Promise<{ bills: TransactionRow[]; changed: string[] }> {
  const { paid = [] } = madeOf({ outcome });
  const rows = await findTransactionsOf(
    db,
    user_id,
    paid.flatMap(({ bills }) => bills),
  );
  // A payment that was joined to a real transfer stays, as that transfer does.
  const bills = rows.filter(isPaidBill);
  const versions: Record<string, string> = Object.assign({}, ...paid.map((each) => each.versions ?? {}));
  const changed = bills.filter(
    ({ id, created_at, updated_at }) =>
      updated_at !== (versions[id] ?? created_at) && updated_at !== created_at,
  );
  return { bills, changed: changed.map(({ id }) => id) };
}

/** Payments of bills that an import had joined, after its undo: those whose own imports were undone before. */
async function findLeftOver({ tx, userId }: Ledger, row: BankImportRow): Promise<string[]> {
  const changed = await findChangedIds(tx, row);
  if (changed.length === 0) return [];
  const undone = new Set(
    (await findUndonePaying(tx, userId)).flatMap((each) =>
      (madeOf(each).paid ?? []).flatMap(({ bills }) => bills),
    ),
  );
  const ids = changed.filter((id) => undone.has(id));
  const rows = await findTransactionsOf(tx, userId, ids);
  return rows.filter((bill) => isPaidBill(bill) && bill.is_detached === null).map(({ id }) => id);
}

/**
 * Removes the payments of bills that an import added, after its rows were removed.
 * @param isWhole whether those go too that a person has changed since
 * @returns how many it removed
 */
export async function undoPaidBills(
  ledger: Ledger,
  row: BankImportRow,
  { isWhole, person, now }: { isWhole: boolean; person: Person; now: Date },
): Promise<number> {
  const { bills, changed } = await paidBillsOf(ledger.tx, row);
  const kept = new Set(isWhole ? [] : changed);
  const gone = bills.filter(({ id }) => !kept.has(id));
  await ledger.delete([...gone.map(({ id }) => id), ...(await findLeftOver(ledger, row))]);
  await updatePaidBills(ledger, row, [], person, now, { undone: madeOf(row).lowered, kept });
  return gone.length;
}
