import type { Db } from '../../../db/open.ts';
import type { AccountRow, BankImportRow, TransactionRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { balanceOn, type Opening, readAccount, readAccounts } from '../../money-accounts/read.ts';
import { insertOpening, readWhole, shift } from '../../money-accounts/whole.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { inAccount } from '../../transactions/transfers/transfer.ts';
import type { Made, Stated } from '../found-account.ts';
import { findMaking, updateImport } from '../imports.queries.ts';
import { findLinesOf, findMerged, sumToCome } from '../lines.queries.ts';
import { findFirstDay } from '../matching/existing.queries.ts';
import { EARLIEST } from '../preview/lines.ts';
import type { ImportState, Outcome } from '../read-imports.ts';
import { sideIdOf } from '../side-id.ts';

/*
 * An opening balance says what its account has on a day. Rows of earlier days are in it already: an import that brings
 * or takes back such rows moves it, and what the account has from that day on stays.
 */

/** Of which day an opening balance was said: its own, or the one from which imports moved it. */
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

/** What was said of the first account, while it stands for all, and of which day, although imports have moved it since. */
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

/** The latest first, without those before an import put another opening balance in its place. */
export async function statedIn(db: Db, userId: string, opening: string, except?: string): Promise<Stated[]> {
  const made = await madeWith(db, userId, 'id', opening);
  const replaced = made.flatMap(({ openings }) =>
    openings.flatMap(({ before }) => (before?.id === opening ? before.updated_at : [])),
  );
  return made
    .flatMap(({ id, stated = [] }) => (id === except ? [] : stated))
    .filter(
      ({ before }) => before.id === opening && !replaced.some((version) => before.updated_at < version),
    );
}

async function madeWith(
  db: Db,
  userId: string,
  field: 'id' | 'account',
  value: string,
): Promise<(Made & { id: string })[]> {
  const rows = await findMaking(db, userId, field, value);
  return rows.flatMap(({ id, outcome }) => {
    const { made }: Outcome = JSON.parse(outcome);
    return made ? { ...made, id } : [];
  });
}

export const sumOf = (stated: readonly Stated[]) => stated.reduce((sum, { by = 0 }) => sum + by, 0);

/** What was said of a day, and what is there now in its place; minor units. */
interface Said {
  day: string;
  said: number;
  amount: number;
  before: Stated['before'];
}

/** Null where nobody said what an account has. */
async function saidOf(
  { db, viewer }: Reading,
  account: string,
  opening: Opening | null,
): Promise<Said | null> {
  if (opening) {
    const [before] = await findTransactionsOf(db, viewer.id, [opening.id]);
    if (!before) return null;
    const { id, amount, date } = opening;
    const stated = await statedIn(db, viewer.id, id);
    const day = stated.find((each) => each.date === date)?.day;
    return { day: day ?? date, said: amount - (day ? sumOf(stated) : 0), amount, before };
  }
  // Imports may have moved it to exactly nothing, which is not stored.
  const made = await madeWith(db, viewer.id, 'account', account);
  const all = made.flatMap(({ stated = [] }) => stated.filter((each) => each.account === account));
  const last = all.find(
    ({ said, before }) =>
      said !== undefined && said + sumOf(all.filter((one) => one.before.id === before.id)) === 0,
  );
  if (!last) return null;
  const { day, said = 0, before, date } = last;
  return { day, said, amount: 0, before: { ...before, date } };
}

/** What an account has on a day, and keeps, although rows of earlier days come in. */
export interface Kept {
  balance: number;
  day: string;
  /** The opening balance from then on. */
  amount: number;
}

/** Null where no such rows come into the account of an import. */
export async function keptBy(
  context: Reading,
  { row, account, newAccounts }: ImportState,
): Promise<Kept | null> {
  const { db, viewer } = context;
  if (!account || newAccounts.has(account.id) || row.status !== 'preview') return null;
  const { opening } = await readAccount(context, account.id);
  const found = await saidOf(context, account.id, opening);
  if (!found) return null;
  const { day, amount } = found;
  const come = await sumToCome(db, row, plusDays(day, -1));
  if (come === 0) return null;
  return { day, balance: await balanceOn(db, viewer.id, account.id, day), amount: amount - come };
}

/** What an account had before a day, with its opening balance. */
export interface Held {
  account: string;
  day: string;
  balance: number;
  said?: number;
  before: Stated['before'];
}

/** Before rows come into accounts, or go. */
export async function hold(context: Reading, accounts: Iterable<string>): Promise<Held[]> {
  const { db, viewer } = context;
  const held: Held[] = [];
  const states = await readAccounts(context, { archived: true });
  for (const account of new Set(accounts)) {
    const state = states.find(({ row }) => row.id === account);
    const found = state && (await saidOf(context, account, state.opening));
    if (!found) continue;
    const { day, said, before } = found;
    const balance = await balanceOn(db, viewer.id, account, plusDays(day, -1));
    held.push({ account, day, balance, said, before });
  }
  return held;
}

/** As `hold`, of what an import moved, although it may have come to nothing since. */
export async function holdAgain(context: Reading, stated: readonly Stated[]): Promise<Held[]> {
  const { db, viewer } = context;
  const held = await hold(
    context,
    stated.map(({ account }) => account),
  );
  for (const { account, day, before } of stated)
    if (!held.some((each) => each.account === account))
      held.push({
        account,
        day,
        balance: await balanceOn(db, viewer.id, account, plusDays(day, -1)),
        before,
      });
  return held;
}

/** Moves the opening balances, once the rows have come. Returns those that it moved. */
export async function keep(
  ledger: Ledger,
  row: BankImportRow,
  held: readonly Held[],
  now: Date,
): Promise<Stated[]> {
  const { tx, userId } = ledger;
  await ledger.updateTotals();
  const stated: Stated[] = [];
  const moved = held.length > 0 ? await typedAndMoved(ledger, row) : [];
  for (const { account, day, balance, said, before } of held) {
    // What was typed came on top, and still does on a later day.
    const later = moved.filter(({ from, to }) => from.account_id === account && from.date < day && to >= day);
    const after = await balanceOn(tx, userId, account, plusDays(day, -1));
    const by = balance - after - later.reduce((sum, { from }) => sum + signed(from), 0);
    const first = await findFirstDay(tx, userId, account);
    if (by === 0) continue;
    const earlier = first && first < day && first > EARLIEST ? plusDays(first, -1) : day;
    const [date = day] = [earlier, before.date].toSorted();
    await moveTo(ledger, before, by, now, date);
    stated.push({ account, day, before, date, by, ...(said !== undefined && { said }) });
  }
  return stated;
}

/** What no import brought, as it was before an import changed it, and its day since. */
async function typedAndMoved(
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

/** With what an import has moved now, beside what it had moved before. */
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

export async function moveTo(
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
function follow(ledger: Ledger, { id, updated_at }: Stated['before'], version: string): Promise<void> {
  return changeMade(ledger, id, (each) =>
    each.id === id && each.version === updated_at ? { ...each, version } : each,
  );
}

type MadeOpening = Made['openings'][number];

/** Changes what imports made of an opening balance, or replaced of it. */
export async function changeMade(
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
