import type { Db } from '../../../db/open.ts';
import type { AccountRow, BankImportRow, TransactionRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import type { BankRowEntry } from '../../export/document.schema.ts';
import { sideIdOf } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isOpening } from '../../ledger/reserved-categories.ts';
import { findMergedInto } from '../../ledger/trashed-accounts.queries.ts';
import { findOpenings } from '../../money-accounts/money-accounts.queries.ts';
import { balanceOn, type Opening, readAccount } from '../../money-accounts/read.ts';
import { insertOpening, readWhole, shift } from '../../money-accounts/whole.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { inAccount } from '../../transactions/transfers/transfer.ts';
import { entriesOf } from '../file-memory.ts';
import { findMaking, updateImport } from '../imports.queries.ts';
import { findAccountsTouched, sumToCome } from '../lines.queries.ts';
import { findFirstDay } from '../matching/existing.queries.ts';
import type { Made, Outcome, Stated } from '../outcome.ts';
import { EARLIEST } from '../preview/lines.ts';
import type { ImportState } from '../read-imports.ts';
import { type Move, notedMoves, notesOf } from './noted-moves.ts';
import { findLinesOf, findMerged } from './undo.queries.ts';

/*
 * An opening balance states what its account had on a day, and so includes all earlier transactions. An import that adds
 * such transactions (or its undo) therefore moves the opening balance, and the balance from that day on stays the same.
 */

/** The day that an opening balance was stated for: its date, or the date from which imports moved it. */
async function statedDay(db: Db, userId: string, { id, date }: Opening): Promise<string> {
  const found = await statedIn(db, userId, id);
  return found.find((each) => each.date === date)?.day ?? date;
}

export interface StatedWhole {
  row: AccountRow;
  day: string;
  /** Minor units. */
  amount: number;
}

/**
 * The stated balance of the first account while it stands for all accounts, and its day, even if imports moved it
 * since.
 */
export async function readStatedWhole(context: Reading): Promise<StatedWhole | null> {
  const { db, viewer } = context;
  const whole = await readWhole(context);
  if (!whole) return null;
  const { row, opening } = whole;
  const day = await statedDay(db, viewer.id, opening);
  const isMoved = day !== opening.date;
  const amount = isMoved ? await balanceOn(db, viewer.id, row.id, plusDays(day, -1)) : opening.amount;
  return { row, day, amount };
}

/** How imports moved an opening balance, the latest first, since an import last replaced it. */
export async function statedIn(db: Db, userId: string, opening: string, except?: string): Promise<Move[]> {
  const made = await madeIn(db, userId, 'id', opening);
  const replaced = made.flatMap(({ openings }) =>
    openings.flatMap(({ before }) => (before?.id === opening ? before.updated_at : [])),
  );
  return [
    ...made.flatMap(({ id, stated = [] }) => (id === except ? [] : stated)),
    ...(await notedMoves(db, userId, opening)),
  ].filter(({ before }) => before.id === opening && !replaced.some((version) => before.updated_at < version));
}

/** Of opening balances that imports moved, as the file of an account has it: what was stated, and as it was moved. */
export async function exportedOpenings(
  db: Db,
  rows: readonly TransactionRow[],
): Promise<Map<string, BankRowEntry[]>> {
  const entries = new Map<string, BankRowEntry[]>();
  for (const row of rows) {
    if (!isOpening(row.category_id)) continue;
    const stated = await statedIn(db, row.user_id, row.id);
    const day = stated.find(({ date }) => date === row.date)?.day;
    if (day !== undefined) entries.set(row.id, entriesOf(notesOf(row, day, signed(row) - sumOf(stated))));
  }
  return entries;
}

export async function madeIn(
  db: Db,
  userId: string,
  field: 'id' | 'account',
  value: string,
): Promise<Making[]> {
  const rows = await findMaking(db, userId, field, value);
  return rows.flatMap(({ outcome, ...row }) => {
    const { made }: Outcome = JSON.parse(outcome);
    return made ? { ...made, ...row } : [];
  });
}

type Making = Made & Pick<BankImportRow, 'id' | 'period_to' | 'done_at'>;

export const sumOf = (stated: readonly Pick<Stated, 'by'>[]) =>
  stated.reduce((sum, { by = 0 }) => sum + by, 0);

/** The balance that was stated for a day (`said`), in minor units, and the opening balance that stands now. */
interface Statement {
  day: string;
  said: number;
  before: Stated['before'];
  isBanks?: boolean;
}

/**
 * Null where nobody stated a balance of the account.
 * @param undoing an import that is undone: where the bank was right in a later one, it stated what there is at the end of
 *   that one's period
 */
async function readStatement(
  { db, viewer }: Reading,
  account: string,
  undoing?: Pick<BankImportRow, 'done_at'>,
): Promise<Statement | null> {
  const opening = await ownOpening(db, viewer.id, account);
  if (opening) {
    const { id, date } = opening;
    const stated = await statedIn(db, viewer.id, id);
    const set = (await madeIn(db, viewer.id, 'id', id)).find(({ openings }) =>
      openings.some((each) => each.id === id && each.version === opening.updated_at),
    );
    const isBanks = undoing !== undefined && (set?.done_at ?? '') > (undoing.done_at ?? '');
    const end = isBanks && set?.period_to;
    const day = end ? plusDays(end, 1) : stated.find((each) => each.date === date)?.day;
    return { day: day ?? date, said: signed(opening) - (day ? sumOf(stated) : 0), before: opening, isBanks };
  }
  // Imports may have moved it to zero, which is not stored.
  const made = await madeIn(db, viewer.id, 'account', account);
  const all = made.flatMap(({ stated = [] }) => stated.filter((each) => each.account === account));
  const noted = (
    await Promise.all(
      [...new Set(all.map(({ before }) => before.id))].map((id) => notedMoves(db, viewer.id, id)),
    )
  ).flat();
  const last = all.find(
    ({ said, before }) =>
      said !== undefined &&
      said + sumOf([...all, ...noted].filter((one) => one.before.id === before.id)) === 0,
  );
  if (!last) return null;
  const { day, said = 0, before, date } = last;
  return { day, said, before: { ...before, date } };
}

/** The opening balance that files move. One that a merge brought is left alone while the merge can be undone. */
async function ownOpening(tx: Db, userId: string, account: string): Promise<TransactionRow | undefined> {
  const all = (await findOpenings(tx, userId)).filter(({ account_id }) => account_id === account);
  const ids = all.map(({ id }) => id);
  const merged = await findMergedInto({ tx, userId }, account, ids);
  const own = ids.find((id) => !merged.has(id));
  const [row] = own ? await findTransactionsOf(tx, userId, [own]) : [];
  return row;
}

/** A stated balance that stays as it is although earlier rows are imported; minor units. */
export interface KeptBalance {
  balance: number;
  day: string;
  /** The opening balance from then on. */
  amount: number;
}

/** Null where an import adds no rows from before the stated day to its account. */
export async function readKeptBalance(
  context: Reading,
  { row, account, newAccounts }: ImportState,
): Promise<KeptBalance | null> {
  const { db, viewer } = context;
  if (!account || newAccounts.has(account.id) || row.status !== 'preview') return null;
  const found = await readStatement(context, account.id);
  if (!found) return null;
  const { day } = found;
  const come = await sumToCome(db, row, plusDays(day, -1));
  if (come === 0) return null;
  const { opening } = await readAccount(context, account.id);
  const amount = (opening?.amount ?? 0) - come;
  return { day, balance: await balanceOn(db, viewer.id, account.id, day), amount };
}

/** The balance of an account at the end of the day before `day`, with its opening balance; minor units. */
export interface StatedBalance {
  account: string;
  day: string;
  balance: number;
  said?: number;
  before: Stated['before'];
  /** Whether the bank stated it, in a later import than the one that is undone. */
  isBanks?: boolean | undefined;
}

/** The stated balances of accounts, read before an import adds rows to them or its undo removes some. */
export async function readStatedBalances(
  context: Reading,
  accounts: Iterable<string>,
  undoing?: BankImportRow,
): Promise<StatedBalance[]> {
  const { db, viewer } = context;
  const balances: StatedBalance[] = [];
  for (const account of new Set(accounts)) {
    const found = await readStatement(context, account, undoing);
    if (!found) continue;
    const { day, said, before, isBanks } = found;
    const balance = await balanceOn(db, viewer.id, account, plusDays(day, -1));
    balances.push({ account, day, balance, said, before, isBanks });
  }
  return balances;
}

/**
 * As `readStatedBalances`, of the accounts whose opening balances an import moved, even to zero, and of those in which the
 * bank stated what there is after the import was carried out.
 */
export async function readBalancesToRestore(context: Reading, row: BankImportRow): Promise<StatedBalance[]> {
  const { db, viewer } = context;
  const { made }: Outcome = JSON.parse(row.outcome);
  const stated = made?.stated ?? [];
  const moved = new Set(stated.map(({ account }) => account));
  const accounts = [...moved, ...(await findAccountsTouched(db, row))];
  const balances = (await readStatedBalances(context, accounts, row)).filter(
    ({ account, isBanks }) => moved.has(account) || isBanks,
  );
  for (const { account, day, before } of stated)
    if (!balances.some((each) => each.account === account))
      balances.push({
        account,
        day,
        balance: await balanceOn(db, viewer.id, account, plusDays(day, -1)),
        before,
      });
  return balances;
}

/** Moves the opening balances after the rows were added, so that stated balances stay. Returns those that it moved. */
export async function keepStatedBalances(
  ledger: Ledger,
  row: BankImportRow,
  balances: readonly StatedBalance[],
  now: Date,
): Promise<Stated[]> {
  const { tx, userId } = ledger;
  await ledger.updateTotals();
  const stated: Stated[] = [];
  const moved = balances.length > 0 ? await mergedTyped(ledger, row) : [];
  for (const { account, day, balance, said, before } of balances) {
    // What was typed came on top, and still does on a later day.
    const later = moved.filter(({ from, to }) => from.account_id === account && from.date < day && to >= day);
    const after = await balanceOn(tx, userId, account, plusDays(day, -1));
    const by = balance - after - later.reduce((sum, { from }) => sum + signed(from), 0);
    const first = await findFirstDay(tx, userId, account);
    if (by === 0) continue;
    const earlier = first && first < day && first > EARLIEST ? plusDays(first, -1) : day;
    const [date = day] = [earlier, before.date].toSorted();
    await moveOpening(ledger, before, by, now, date);
    stated.push({ account, day, before, date, by, ...(said !== undefined && { said }) });
  }
  return stated;
}

/** Typed transactions that an import merged: as they were before, and their date since. */
async function mergedTyped(
  { tx, userId }: Ledger,
  row: BankImportRow,
): Promise<{ from: TransactionRow; to: string }[]> {
  const lines = await findMerged(tx, row);
  const ids = lines.flatMap(({ matched_id }) => matched_id ?? []);
  const { makers } = ids.length > 0 ? await findLinesOf(tx, userId, ids) : { makers: [] };
  const brought = new Set(makers.flatMap(({ made_id }) => [made_id, sideIdOf(made_id)]));
  return lines.flatMap(({ before, matched_id, date }) =>
    before === null || brought.has(matched_id ?? '') ? [] : { from: JSON.parse(before), to: date },
  );
}

export const signed = (row: TransactionRow) => (row.type === 'income' ? inAccount(row) : -inAccount(row));

/** What an import made, with the opening balances that it moved now added to those that it moved before. */
export function withStated(made: Made = { accounts: [], openings: [] }, added: readonly Stated[]): Made {
  const stated = [...(made.stated ?? [])];
  for (const one of added) {
    const at = stated.findIndex(
      ({ account, before }) => account === one.account && before.id === one.before.id,
    );
    const before = stated[at];
    if (!before) stated.push(one);
    else
      stated[at] = {
        ...one,
        before: before.before,
        ...(one.by !== undefined && before.by !== undefined && { by: before.by + one.by }),
      };
  }
  return { ...made, stated };
}

export async function moveOpening(
  ledger: Ledger,
  before: Stated['before'],
  by: number,
  now: Date,
  date: string,
): Promise<void> {
  const { tx, userId } = ledger;
  const [there] = await findTransactionsOf(tx, userId, [before.id]);
  if (!there) {
    if (by !== 0) await insertOpening(ledger, { ...before, date }, by, now);
    return;
  }
  if (by === 0 && there.date === date) return;
  const after = await shift(ledger, there, by, now, date);
  if (after) await follow(ledger, there, after.updated_at);
}

/** What an import made and nobody but another import has changed is still its own. */
export function follow(ledger: Ledger, { id, updated_at }: Stated['before'], version: string): Promise<void> {
  return changeMadeOpenings(ledger, id, (each) =>
    each.id === id && each.version === updated_at ? { ...each, version } : each,
  );
}

type MadeOpening = Made['openings'][number];

/** Changes what imports made of an opening balance, or replaced of it. */
export async function changeMadeOpenings(
  { tx, userId }: Ledger,
  id: string,
  change: (each: MadeOpening) => MadeOpening,
): Promise<void> {
  for (const row of await findMaking(tx, userId, 'id', id)) {
    const outcome: Outcome = JSON.parse(row.outcome);
    if (!outcome.made) continue;
    const openings = outcome.made.openings.map((each) =>
      each.id === id || each.before?.id === id ? change(each) : each,
    );
    const made: Made = { ...outcome.made, openings };
    await updateImport(tx, { user_id: userId, id: row.id, outcome: JSON.stringify({ ...outcome, made }) });
  }
}
