import type { BankImportRow, TransactionRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import { sideIdOf } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { balanceOn } from '../../money-accounts/read.ts';
import { shifted } from '../../money-accounts/whole.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { findImport, updateImport } from '../imports.queries.ts';
import { findCreatedIn, findFirstDay } from '../matching/existing.queries.ts';
import type { Made, Outcome, Stated } from '../outcome.ts';
import { EARLIEST } from '../preview/lines.ts';
import { type Move, notedMoves } from './noted-moves.ts';
import {
  changeMadeOpenings,
  madeIn,
  moveOpening,
  type StatedBalance,
  signed,
  statedIn,
  sumOf,
  withStated,
} from './stated-balances.ts';
import { findLinesOf, findMadeIds } from './undo.queries.ts';

// Undoes what `stated-balances.ts` moves.

/** A transaction as an import created it, before another import changed it; signed minor units. */
interface AsMade {
  id: string;
  date: string;
  amount: number;
}

/** The state when an undo began. */
export interface BeforeUndo {
  /** Transactions of this import that other imports have changed. */
  asMade: AsMade[];
  /**
   * The instant at which the undo began, and the transactions created at that instant or later, but before the undo.
   */
  since: string;
  created: string[];
}

export async function readBeforeUndo(
  ledger: Pick<Ledger, 'tx' | 'userId'>,
  row: BankImportRow,
  balances: readonly StatedBalance[],
  now: Date,
): Promise<BeforeUndo> {
  const since = now.toISOString();
  if (balances.length === 0) return { asMade: [], since, created: [] };
  return {
    asMade: await changedByOthers(ledger, row),
    since,
    created: await findCreatedIn(ledger.tx, ledger.userId, accountsOf(balances), since),
  };
}

const accountsOf = (balances: readonly StatedBalance[]) => balances.map(({ account }) => account);

async function changedByOthers(
  { tx, userId }: Pick<Ledger, 'tx' | 'userId'>,
  { id }: BankImportRow,
): Promise<AsMade[]> {
  const ids = (await findMadeIds(tx, userId, id)).flatMap((one) => [one, sideIdOf(one)]);
  const { others } = await findLinesOf(tx, userId, ids);
  const merged = others
    .filter(({ import_id, decision, before }) => import_id !== id && decision === 'merge' && before !== null)
    .toSorted((one, other) => ((one.made_version ?? '') < (other.made_version ?? '') ? 1 : -1));
  // The earliest of each comes last.
  const first = new Map(
    merged.map((line) => [line.matched_id, JSON.parse(line.before ?? '{}') as TransactionRow]),
  );
  return [...first.values()].map((row) => ({ id: row.id, date: row.date, amount: signed(row) }));
}

/**
 * Moves opening balances back after the rows of an import were removed: by the amount that it had moved them, whatever the
 * person did to its rows since. Rows that other imports own now are left to the undo of those.
 * @param isWhole whether none of its rows stays because somebody has changed it
 */
export async function restoreOpenings(
  ledger: Ledger,
  row: BankImportRow,
  balances: readonly StatedBalance[],
  { isWhole, atUndo, now }: { isWhole: boolean; atUndo?: BeforeUndo | undefined; now: Date },
): Promise<void> {
  const { tx, userId } = ledger;
  await ledger.updateTotals();
  const { made }: Outcome = JSON.parse(row.outcome);
  const firstOf = new Map(atUndo?.asMade.map((each) => [each.id, each]));
  const all = balances.length > 0 ? await rowsOfOthers(ledger, row, balances, atUndo) : [];
  const passed = all.map(({ row: there, importId }) => {
    const { date, amount } = firstOf.get(there.id) ?? { date: there.date, amount: signed(there) };
    return { account: there.account_id, date, amount, importId };
  });
  for (const { account, day, balance, before, isBanks = false } of balances) {
    const own = made?.stated?.find((each) => each.account === account && each.before.id === before.id);
    if (own && (await isRemoved(ledger, own))) continue;
    let by = balance - (await balanceOn(tx, userId, account, plusDays(day, -1)));
    const isOwn = own?.day === day && !isBanks;
    if (own?.by !== undefined && isOwn) {
      const stay = passed.filter((each) => each.account === account && each.date < day);
      for (const { amount, importId } of stay)
        await handOverStated(ledger, importId, { ...own, by: -amount });
      if (isWhole) by = -own.by - stay.reduce((sum, { amount }) => sum + amount, 0);
    }
    const [other] = await statedIn(tx, userId, before.id, row.id);
    if (own?.by !== undefined && !isOwn) await restoreReplaced(ledger, row, own);
    await moveOpening(ledger, before, by, now, isBanks ? before.date : (other?.date ?? day));
  }
  await ledger.updateTotals();
}

/** Whether an opening balance was deleted, rather than moved to zero by imports. */
async function isRemoved({ tx, userId }: Ledger, { before, said }: Stated): Promise<boolean> {
  if (said === undefined || (await findTransactionsOf(tx, userId, [before.id])).length > 0) return false;
  return said + sumOf(await statedIn(tx, userId, before.id)) !== 0;
}

/** In an opening balance that another import has replaced since, and that its undo puts back. */
async function restoreReplaced(
  ledger: Ledger,
  row: BankImportRow,
  { before, day, by = 0 }: Stated,
): Promise<void> {
  const movedUntil = await movedByOthers(ledger, row, before.id);
  await changeMadeOpenings(ledger, before.id, (each) => {
    if (!each.before || each.before.updated_at <= before.updated_at) return each;
    const [other] = movedUntil(each.before.updated_at);
    return { ...each, before: { ...shifted(each.before, -by), date: other?.date ?? day } };
  });
}

/** What other imports have moved of an opening balance up to a version, since one was put in its place: the latest first. */
async function movedByOthers(
  { tx, userId }: Pick<Ledger, 'tx' | 'userId'>,
  { id }: BankImportRow,
  opening: string,
): Promise<(version: string) => Move[]> {
  const others = (await madeIn(tx, userId, 'id', opening)).filter((each) => each.id !== id);
  const replaced = others.flatMap(({ openings }) =>
    openings.flatMap(({ before }) => (before?.id === opening ? before.updated_at : [])),
  );
  const noted = await notedMoves(tx, userId, opening);
  const moved = [...others.flatMap(({ stated = [] }): Move[] => stated), ...noted]
    .filter(({ before }) => before.id === opening)
    .toSorted((one, other) => (one.before.updated_at < other.before.updated_at ? 1 : -1));
  return (version) =>
    moved.filter(
      ({ before: { updated_at: own } }) =>
        own < version && !replaced.some((each) => own < each && each < version),
    );
}

/** Transactions that an import created and that other imports own now. */
async function rowsOfOthers(
  { tx, userId }: Ledger,
  { id }: BankImportRow,
  balances: readonly StatedBalance[],
  atUndo: BeforeUndo | undefined,
): Promise<{ row: TransactionRow; importId: string }[]> {
  const ids = (await findMadeIds(tx, userId, id)).flatMap((one) => [one, sideIdOf(one)]);
  // Sides of transfers that were rows of this import, and are implied by other files now.
  const created = atUndo ? await findCreatedIn(tx, userId, accountsOf(balances), atUndo.since) : [];
  const guessed = created.filter((one) => !atUndo?.created.includes(one));
  const all = new Set([...ids, ...guessed]);
  const { makers } = await findLinesOf(tx, userId, [...all]);
  const others = makers.filter(({ import_id }) => import_id !== id);
  const rows = await findTransactionsOf(tx, userId, [
    ...new Set(others.flatMap(({ made_id }) => [made_id, sideIdOf(made_id)])),
  ]);
  return rows.flatMap((row) => {
    const other = others.find(({ made_id }) => made_id === row.id || made_id === sideIdOf(row.id));
    return other && all.has(row.id) ? { row, importId: other.import_id } : [];
  });
}

async function handOverStated({ tx, userId }: Ledger, id: string, stated: Stated): Promise<void> {
  const row = await findImport(tx, userId, id);
  if (!row) return;
  const outcome: Outcome = JSON.parse(row.outcome);
  const made = withStated(outcome.made, [stated]);
  await updateImport(tx, { user_id: userId, id, outcome: JSON.stringify({ ...outcome, made }) });
}

/**
 * An opening balance in whose place an import put another one, as it comes back with the undo of that: what it says of
 * its day holds for the rows too that other imports have brought since.
 */
export async function asStated(
  ledger: Ledger,
  row: BankImportRow,
  before: TransactionRow,
): Promise<TransactionRow> {
  const { tx, userId } = ledger;
  const { account_id: account, date, updated_at: version } = before;
  const moved = (await movedByOthers(ledger, row, before.id))(version);
  const day = moved.find((each) => each.date === date)?.day ?? date;
  // As far as the next one that was put there.
  const [next] = (await madeIn(tx, userId, 'id', before.id))
    .filter(({ id }) => id !== row.id)
    .flatMap(({ id, openings }) =>
      openings.flatMap((each) => ({ id, version: each.before?.updated_at ?? '' })),
    )
    .filter((each) => each.version > version)
    .toSorted((one, other) => (one.version < other.version ? -1 : 1));
  const until = next && (await findImport(tx, userId, next.id))?.done_at;
  const first = await findFirstDay(tx, userId, account);
  const earlier = first && first < day && first > EARLIEST ? plusDays(first, -1) : date;
  const [earliest = date] = [earlier, date].toSorted();
  let back = before;
  for (const [importId, rows] of await broughtSince(ledger, row, account)) {
    const other = await findImport(tx, userId, importId);
    if (!other?.done_at || !row.done_at || other.done_at <= row.done_at) continue;
    if (until && other.done_at >= until) continue;
    const by = -rows.filter((each) => each.date < day).reduce((sum, each) => sum + signed(each), 0);
    const outcome: Outcome = JSON.parse(other.outcome);
    const rest = (outcome.made?.stated ?? []).filter(
      (each) => each.before.id !== before.id || each.before.updated_at < version,
    );
    if (by !== 0) {
      back = { ...shifted(back, by), date: earliest };
      const said = signed(before) - (day === date ? 0 : sumOf(moved));
      rest.push({ account, day, before, date: back.date, by, said });
    }
    const stated: Made = { accounts: [], openings: [], ...outcome.made, stated: rest };
    await updateImport(tx, {
      user_id: userId,
      id: importId,
      outcome: JSON.stringify({ ...outcome, made: stated }),
    });
  }
  return back;
}

/** What other imports have brought into an account since one was read, by the import. */
async function broughtSince(
  { tx, userId }: Pick<Ledger, 'tx' | 'userId'>,
  { id, created_at }: BankImportRow,
  account: string,
): Promise<Map<string, TransactionRow[]>> {
  const rows = await findTransactionsOf(tx, userId, await findCreatedIn(tx, userId, [account], created_at));
  const { makers } = await findLinesOf(
    tx,
    userId,
    rows.map((each) => each.id),
  );
  const makerOf = new Map(
    makers.flatMap((line) => [line.made_id, sideIdOf(line.made_id)].map((each) => [each, line.import_id])),
  );
  const brought = rows.filter((each) => makerOf.has(each.id) && makerOf.get(each.id) !== id);
  return Map.groupBy(brought, (each) => makerOf.get(each.id) ?? '');
}
