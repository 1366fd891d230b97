import type { Db } from '../../../db/open.ts';
import type { BankImportRow, TransactionRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import { signedCharge } from '../../charged.ts';
import type { Reading } from '../../context.ts';
import type { BankRowEntry } from '../../export/document.schema.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isOpening } from '../../ledger/reserved-categories.ts';
import { findMergedInto } from '../../ledger/trashed-accounts.queries.ts';
import { findOpenings } from '../../money-accounts/money-accounts.queries.ts';
import { balanceOn, readAccount } from '../../money-accounts/read.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { entriesOf } from '../file-memory.ts';
import { findAccountsTouched, sumToCome } from '../lines.queries.ts';
import type { Stated } from '../outcome.ts';
import type { ImportState } from '../read-imports.ts';
import { History } from './line-history.ts';
import { findMade, madeOf } from './made.ts';
import {
  dateBeforeRows,
  historyOf,
  lastMoves,
  moveOpening,
  notesOf,
  type OpeningStatement,
  readStatementOf,
  sumOf,
} from './opening-moves.ts';
import { findMerged } from './undo.queries.ts';

/*
 * An opening balance states what its account had on a day, and so includes all earlier transactions. An import that adds
 * such transactions therefore moves it, so that the balance from that day on stays the same:
 *
 *   A person says that they had 1,000 on 1 May.    The opening balance is 1,000 on 1 May.
 *   A file brings an income of 50 on 3 April.      It is 950 on 2 April: with the income, there are 1,000 on 1 May.
 *   That import is undone.                         It is 1,000 on 1 May again.
 *
 * Each import stores by how much it moved which one (`stated` of `ImportEffects`), because people may change its rows before it is
 * undone. `restore-openings.ts` moves it back. Where the bank is right instead, `bank-opening.ts` puts another one in its
 * place.
 */

/** Null where nobody stated a balance of the account. */
async function readStatement({ db, viewer }: Reading, account: string): Promise<OpeningStatement | null> {
  const opening = await ownOpening(db, viewer.id, account);
  return opening ? readStatementOf(db, opening) : movedToNothing(db, viewer.id, account);
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

/** An opening balance that imports moved to zero, which is not stored. */
async function movedToNothing(db: Db, userId: string, account: string): Promise<OpeningStatement | null> {
  const made = await findMade(db, userId, 'account', account);
  const moves = made.flatMap((each) => each.stated ?? []).filter((each) => each.account === account);
  for (const { day, said, date, before } of moves)
    if (said !== undefined && (await isNothing(db, { said, before })))
      return { day, said, before: { ...before, date }, isMoved: true };
  return null;
}

/** Whether the moves of an opening balance leave nothing of what was stated. */
export async function isNothing(
  db: Db,
  { said = 0, before }: Pick<Stated, 'said' | 'before'>,
): Promise<boolean> {
  return said + sumOf(lastMoves(await historyOf(db, before.user_id, before.id))) === 0;
}

/** Opening balances that imports moved, as the file of an account has them: what was stated, and as it was moved. */
export async function exportedOpenings(
  db: Db,
  rows: readonly TransactionRow[],
): Promise<Map<string, BankRowEntry[]>> {
  const entries = new Map<string, BankRowEntry[]>();
  for (const row of rows) {
    if (!isOpening(row.category_id)) continue;
    const { day, said, isMoved } = await readStatementOf(db, row);
    if (isMoved) entries.set(row.id, entriesOf(notesOf(row, day, said)));
  }
  return entries;
}

/** A stated balance that stays as it is although earlier rows are imported; minor units. */
interface KeptBalance {
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
  const statement = await readStatement(context, account.id);
  if (!statement) return null;
  const { day } = statement;
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
  before: TransactionRow;
  /** Whether the bank stated it, in a later import than the one that is undone. */
  isBanks?: boolean;
}

const balanceBefore = (db: Db, userId: string, account: string, day: string) =>
  balanceOn(db, userId, account, plusDays(day, -1));

/** The stated balances of accounts, read before an import adds rows to them. */
export async function readStatedBalances(
  context: Reading,
  accounts: Iterable<string>,
): Promise<StatedBalance[]> {
  const { db, viewer } = context;
  const balances: StatedBalance[] = [];
  for (const account of new Set(accounts)) {
    const statement = await readStatement(context, account);
    if (!statement) continue;
    const { day, said, before } = statement;
    const balance = await balanceBefore(db, viewer.id, account, day);
    balances.push({ account, day, balance, said, before });
  }
  return balances;
}

/**
 * The balances that the undo of an import leaves as they are: of the accounts whose opening balances it moved, even to
 * zero, and of those in which the bank stated what there is after it was carried out.
 */
export async function readBalancesToRestore(context: Reading, row: BankImportRow): Promise<StatedBalance[]> {
  const { db, viewer } = context;
  const moved = madeOf(row).stated ?? [];
  const accounts = [...moved.map(({ account }) => account), ...(await findAccountsTouched(db, row))];
  const balances: StatedBalance[] = [];
  for (const account of new Set(accounts)) {
    const own = moved.find((each) => each.account === account);
    const banks = await statedByBank(db, viewer.id, account, row);
    const statement = banks ?? (own && ((await readStatement(context, account)) ?? own));
    if (!statement || (own && !banks && (await isSaidSince(db, own, statement)))) continue;
    const { day, before } = statement;
    const balance = await balanceBefore(db, viewer.id, account, day);
    balances.push({ account, day, balance, before, isBanks: banks !== null });
  }
  return balances;
}

/** Whether the person has said another opening balance since an import moved it. */
async function isSaidSince(
  db: Db,
  { before }: Stated,
  statement: Pick<OpeningStatement, 'before'> & { isMoved?: boolean },
): Promise<boolean> {
  const { user_id, id } = statement.before;
  const history = await historyOf(db, user_id, id);
  if (history.replaced.some(({ version }) => version >= before.updated_at)) return false;
  const moves = statement.isMoved === false ? [] : lastMoves(history);
  return id !== before.id || !moves.some((each) => each.before.updated_at === before.updated_at);
}

/**
 * Where the bank was right in a later import than the one that is undone, and nobody has said otherwise since: it stated
 * what there is at the end of that one's period.
 */
async function statedByBank(
  db: Db,
  userId: string,
  account: string,
  { done_at }: BankImportRow,
): Promise<Pick<OpeningStatement, 'day' | 'before'> | null> {
  const opening = await ownOpening(db, userId, account);
  if (!opening) return null;
  const by = (await findMade(db, userId, 'id', opening.id)).find(({ openings }) =>
    openings.some(({ id, version }) => id === opening.id && version === opening.updated_at),
  );
  if (!by?.period_to || (by.done_at ?? '') <= (done_at ?? '')) return null;
  return { day: plusDays(by.period_to, 1), before: opening };
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
  const moves: Stated[] = [];
  const typed = balances.length > 0 ? await mergedTyped(ledger, row) : [];
  for (const { account, day, balance, said, before } of balances) {
    // What was typed came on top, and still does on a later day.
    const later = typed.filter(({ from, to }) => from.account_id === account && from.date < day && to >= day);
    const after = await balanceBefore(tx, userId, account, day);
    const by = balance - after - later.reduce((sum, { from }) => sum + signedCharge(from), 0);
    if (by === 0) continue;
    const date = await dateBeforeRows(tx, before, day);
    await moveOpening(ledger, before, by, now, date);
    moves.push({ account, day, before, date, by, ...(said !== undefined && { said }) });
  }
  return moves;
}

/** Typed transactions that an import merged: as they were before, and their date since. */
async function mergedTyped(
  { tx, userId }: Ledger,
  row: BankImportRow,
): Promise<{ from: TransactionRow; to: string }[]> {
  const lines = await findMerged(tx, row);
  const history = await History.of(
    tx,
    userId,
    lines.flatMap(({ matched_id }) => matched_id ?? []),
  );
  return lines.flatMap(({ before, matched_id, date }) =>
    before === null || history.makerOf(matched_id ?? '') ? [] : { from: JSON.parse(before), to: date },
  );
}
