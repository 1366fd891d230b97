import type { Db } from '../../../db/open.ts';
import type { BankImportRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { balanceOn, type Opening, readAccount, readAccounts } from '../../money-accounts/read.ts';
import { insertOpening, shift } from '../../money-accounts/whole.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import type { Made, Stated } from '../found-account.ts';
import { findWithOpening, updateImport } from '../imports.queries.ts';
import { sumToCome } from '../lines.queries.ts';
import { findFirstDay } from '../matching/existing.queries.ts';
import { EARLIEST } from '../preview/lines.ts';
import type { ImportState, Outcome } from '../read-imports.ts';

/*
 * An opening balance says what its account has on a day. Rows of earlier days are in it already: an import that brings
 * or takes back such rows moves it, and what the account has from that day on stays.
 */

/** Of which day an opening balance was said: its own, or the one from which imports moved it. */
export async function statedDay(db: Db, userId: string, { id, date }: Opening): Promise<string> {
  const found = await statedIn(db, userId, id);
  return found.find((each) => each.date === date)?.day ?? date;
}

/** The latest first. */
async function statedIn(db: Db, userId: string, opening: string, except?: string): Promise<Stated[]> {
  const rows = await findWithOpening(db, userId, opening);
  return rows.flatMap((row) => {
    const { made }: Outcome = JSON.parse(row.outcome);
    return row.id === except ? [] : (made?.stated ?? []).filter(({ before }) => before.id === opening);
  });
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
  if (!opening) return null;
  const day = await statedDay(db, viewer.id, opening);
  const come = await sumToCome(db, row, plusDays(day, -1));
  if (come === 0) return null;
  return { day, balance: await balanceOn(db, viewer.id, account.id, day), amount: opening.amount - come };
}

/** What an account had before a day, with its opening balance. */
export interface Held {
  account: string;
  day: string;
  balance: number;
  before: Stated['before'];
}

/** Before rows come into accounts, or go. */
export async function hold(context: Reading, accounts: Iterable<string>): Promise<Held[]> {
  const { db, viewer } = context;
  const held: Held[] = [];
  const states = await readAccounts(context, { archived: true });
  for (const account of new Set(accounts)) {
    const { opening } = states.find(({ row }) => row.id === account) ?? {};
    const [before] = opening ? await findTransactionsOf(db, viewer.id, [opening.id]) : [];
    if (!opening || !before) continue;
    const day = await statedDay(db, viewer.id, opening);
    held.push({ account, day, balance: await balanceOn(db, viewer.id, account, plusDays(day, -1)), before });
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
export async function keep(ledger: Ledger, held: readonly Held[], now: Date): Promise<Stated[]> {
  const { tx, userId } = ledger;
  await ledger.updateTotals();
  const stated: Stated[] = [];
  for (const { account, day, balance, before } of held) {
    const by = balance - (await balanceOn(tx, userId, account, plusDays(day, -1)));
    const first = await findFirstDay(tx, userId, account);
    if (by === 0) continue;
    const earlier = first && first < day && first > EARLIEST ? plusDays(first, -1) : day;
    const [date = day] = [earlier, before.date].toSorted();
    await moveTo(ledger, before, by, now, date);
    stated.push({ account, day, before, date });
  }
  return stated;
}

/** Moves them back, once the rows of an import have gone. */
export async function giveBack(
  ledger: Ledger,
  row: BankImportRow,
  held: readonly Held[],
  now: Date,
): Promise<void> {
  const { tx, userId } = ledger;
  await ledger.updateTotals();
  for (const { account, day, balance, before } of held) {
    const by = balance - (await balanceOn(tx, userId, account, plusDays(day, -1)));
    const [other] = await statedIn(tx, userId, before.id, row.id);
    await moveTo(ledger, before, by, now, other?.date ?? day);
  }
  await ledger.updateTotals();
}

async function moveTo(
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
async function follow(
  { tx, userId }: Ledger,
  { id, updated_at }: Stated['before'],
  version: string,
): Promise<void> {
  for (const row of await findWithOpening(tx, userId, id)) {
    const outcome: Outcome = JSON.parse(row.outcome);
    const openings = outcome.made?.openings.map((each) =>
      each.id === id && each.version === updated_at ? { ...each, version } : each,
    );
    if (!outcome.made || !openings) continue;
    const made: Made = { ...outcome.made, openings };
    await updateImport(tx, { user_id: userId, id: row.id, outcome: JSON.stringify({ ...outcome, made }) });
  }
}
