import type { Db } from '../../../db/open.ts';
import type { BankImportRow, ImportedLineRow, TransactionRow } from '../../../db/tables.ts';
import { chargedAmount } from '../../charged.ts';
import { sideIdOf } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isReserved, OPENING } from '../../ledger/reserved-categories.ts';
import { forgetDeletedInstallments } from '../../money-accounts/cards/deleted-installments.ts';
import { chargesNoLongerImplied } from '../../money-accounts/cards/read-expected.ts';
import { isShownAlone } from '../../transactions/installments.ts';
import type { Money } from '../../transactions/money.ts';
import { moveToCurrent } from '../../transactions/move-to-current.ts';
import { findSides, findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { nextVersion } from '../../version.ts';
import { updateLines } from '../lines.queries.ts';
import { beforeOf, byVersion, History, isMerge, madeBy } from './line-history.ts';
import { transferMoney } from './transfer-money.ts';
import { findLinesJoined, findShowing, findTouched } from './undo.queries.ts';
import {
  accountIn,
  moneyOf,
  otherSideOf,
  type Person,
  type WriteContext,
  writeContextOf,
} from './write-lines.ts';

/** What an undo removes: everything, or only what nobody has changed since. */
export type Extent = 'all' | 'unchanged';

export interface UndoOptions {
  extent: Extent;
  /** Whether the import has only created transactions, so that no two of its lines are about one. */
  isPlain?: boolean;
}

const lineKey = ({ import_id, number }: ImportedLineRow) => `${import_id} ${number}`;

/** The transactions of an import that somebody has changed since. */
export async function changedSince(tx: Db, row: BankImportRow): Promise<string[]> {
  const touched = await findTouched(tx, row);
  const ids = touched.map(({ id }) => id);
  const history = await History.of(tx, row.user_id, ids);
  const changed: typeof touched = [];
  for (const one of touched) {
    const own = history.changing(one.id).filter(({ import_id }) => import_id === row.id);
    const lines = own.filter((line) => history.sinceChanged(one, line) === null);
    const isChanged = history.isMadeBy(one.id, row.id)
      ? history.sinceMade(one) === null
      : !(lines.every((line) => history.isByImports(one, line)) && (await areKept(tx, row, lines)));
    if (isChanged) changed.push(one);
  }
  // The two sides of a transfer are one thing, which has its id.
  return [...new Set(changed.map(({ id, transfer_id }) => transfer_id ?? id))].toSorted();
}

/** Whether other imports keep the transfers that these lines of an import made. */
async function areKept(tx: Db, row: BankImportRow, lines: readonly ImportedLineRow[]): Promise<boolean> {
  if (lines.length === 0) return true;
  const ids = lines.flatMap(madeBy);
  const rows = new Map((await findTransactionsOf(tx, row.user_id, ids)).map((own) => [own.id, own]));
  const history = await History.of(tx, row.user_id, ids);
  const showing = Map.groupBy(await findShowing(tx, row, ids), ({ matched_id }) => matched_id);
  return lines.every((line) => {
    const own = madeBy(line).flatMap((id) => rows.get(id) ?? []);
    return keeperOf(line, own, history, showing) !== null;
  });
}

/**
 * Removes the transactions that lines of an import created, and restores those that they changed. Where one line changed
 * what another one created, both are undone at once. What another import has recognized since stays, as created by that one.
 * @returns how many transactions were removed or restored; a transfer counts once
 */
export async function undoLines(
  ledger: Ledger,
  lines: readonly ImportedLineRow[],
  { extent, isPlain = false }: UndoOptions,
  person: Person,
  now: Date,
): Promise<number> {
  const touched = await readTouched(ledger, lines, isPlain);
  const plan = planUndo(touched, extent);
  const { removed, alone, asMade, updatedLines } = plan;
  const restored = restoredRows(touched, plan, now);
  // Their categories may have been deleted since.
  const asBefore = [...restored.values()];
  for (const row of await moveToCurrent(ledger, asBefore)) {
    const { id, category_id } = row;
    if (category_id === restored.get(id)?.category_id) continue;
    restored.set(id, { ...row, updated_at: nextVersion(touched.existing.get(id) as TransactionRow, now) });
  }
  const gone = removed.flatMap((id) => touched.existing.get(id) ?? []);
  await ledger.deleteRead(gone);
  const owner = { db: ledger.tx, viewer: { id: ledger.userId } };
  const payments = lines.filter(({ installment_n }) => installment_n !== null);
  await forgetDeletedInstallments(
    owner,
    payments.flatMap((line) => [...madeBy(line), line.matched_id ?? []].flat()),
  );
  // As nobody has changed these, they keep their versions.
  const noLongerImplied = await chargesNoLongerImplied(owner, gone.filter(isShownAlone));
  if (noLongerImplied.length > 0) await ledger.update(noLongerImplied);
  const contextOf = () => writeContextOf(ledger, person, now);
  if (alone.length > 0)
    for (const line of await guessOtherSides(await contextOf(), alone)) updatedLines.set(lineKey(line), line);
  if (updatedLines.size > 0) await updateLines(ledger.tx, [...updatedLines.values()]);
  const importId = lines[0]?.import_id;
  const { existing } = touched;
  const put = [
    ...asMade,
    ...(await completeTransfers(ledger, contextOf, { importId, gone, restored, existing })),
  ];
  if (put.length > 0) await ledger.update(put);
  // An update forgets moves, and with them those that led here.
  await moveToCurrent(ledger, asBefore);
  const transferIdOf = (id: string) => existing.get(id)?.transfer_id ?? id;
  return new Set([...gone.map(({ id }) => id), ...restored.keys()].map(transferIdOf)).size;
}

/** Lines that are undone, the transactions that they made or changed, and what other imports know of these. */
interface Touched {
  carried: ImportedLineRow[];
  /** The ids of what the lines made. */
  made: ReadonlySet<string>;
  existing: ReadonlyMap<string, TransactionRow>;
  history: History;
  showing: ReadonlyMap<string | null, readonly ImportedLineRow[]>;
}

async function readTouched(
  { tx, userId }: Ledger,
  lines: readonly ImportedLineRow[],
  isPlain: boolean,
): Promise<Touched> {
  const joinedLines = isPlain ? [] : await findLinesJoined(tx, userId, lines);
  const all = new Map([...lines, ...joinedLines].map((line) => [line.number, line]));
  const carried = [...all.values()].filter(({ decision }) => decision !== 'leave_out');
  const changing = carried.filter(({ before }) => before !== null);
  const made = new Set(carried.flatMap(madeBy));
  const sides = new Set(carried.filter(isAtBothEnds).map(({ made_id }) => sideIdOf(made_id)));
  const changed = changing.flatMap(({ matched_id }) => matched_id ?? []);
  const rows = await findTransactionsOf(tx, userId, [...new Set([...made, ...changed])]);
  const asLeft = new Set(changing.map(({ matched_id, made_version }) => `${matched_id} ${made_version}`));
  const history = await History.of(
    tx,
    userId,
    rows
      .filter(({ id, created_at, updated_at }) =>
        made.has(id) ? updated_at !== created_at || sides.has(id) : !asLeft.has(`${id} ${updated_at}`),
      )
      .map(({ id }) => id),
  );
  const own = { user_id: userId, id: lines[0]?.import_id ?? '' };
  const showing = await findShowing(tx, own, [...made, ...changed]);
  return {
    carried,
    made,
    existing: new Map(rows.map((row) => [row.id, row])),
    history,
    showing: Map.groupBy(showing, ({ matched_id }) => matched_id),
  };
}

interface UndoPlan {
  removed: string[];
  /** Lines that changed what others had made. */
  putBack: ImportedLineRow[];
  alone: Alone[];
  /** With the version that they had when they were made, because who merged them counts as their maker. */
  asMade: TransactionRow[];
  /** The lines of other imports, which count as the makers of what stays. */
  updatedLines: Map<string, ImportedLineRow>;
}

function planUndo(touched: Touched, extent: Extent): UndoPlan {
  const { carried, made, existing, history, showing } = touched;
  const plan: UndoPlan = { removed: [], putBack: [], alone: [], asMade: [], updatedLines: new Map() };
  for (const line of carried) {
    const own = madeBy(line).flatMap((id) => existing.get(id) ?? []);
    const joined = line.before === null ? undefined : existing.get(line.matched_id ?? '');
    const keeper = keeperOf(line, own, history, showing);
    const isChanged =
      own.some((row) => history.sinceMade(row) === null) ||
      (joined !== undefined &&
        !made.has(joined.id) &&
        history.sinceChanged(joined, line) === null &&
        !(keeper && history.isByImports(joined, line)));
    if (isChanged && extent === 'unchanged') continue;
    if (keeper) {
      plan.updatedLines.set(lineKey(keeper), keeper);
      for (const row of own)
        if (row.updated_at !== row.created_at && history.sinceMade(row))
          plan.asMade.push({ ...row, updated_at: row.created_at });
      continue;
    }
    for (const row of own) planMade(line, row, touched, plan);
    if (joined && !made.has(joined.id)) plan.putBack.push(line);
  }
  return plan;
}

/** What a line made is another import's that has merged or shown it since, or goes. */
function planMade(
  line: ImportedLineRow,
  row: TransactionRow,
  { history, showing }: Touched,
  { removed, alone, updatedLines }: UndoPlan,
): void {
  const { id } = row;
  const others = history.changing(id).filter(({ import_id }) => import_id !== line.import_id);
  const merged = others.find(isMerge);
  const shown = merged ?? showing.get(id)?.find(({ amount }) => amount === chargedAmount(row));
  if (shown) {
    // Where nobody has changed it, the import that has recognized it may remove it as it is.
    const version = !merged && history.sinceMade(row) !== null && { made_version: row.updated_at };
    updatedLines.set(lineKey(shown), { ...shown, ...IMPORTED, made_id: id, ...version });
    return;
  }
  removed.push(id);
  for (const other of others) {
    const isByText = other.why === 'bothSides';
    alone.push({
      line: { ...other, ...IMPORTED, made_version: null },
      account: isByText ? null : row.account_id,
    });
  }
}

/** What the lines changed, as it was before; where another import has changed it since, that one has what was before. */
function restoredRows(
  { existing, history, showing }: Touched,
  { putBack, updatedLines }: UndoPlan,
  now: Date,
): Map<string, TransactionRow> {
  const restored = new Map<string, TransactionRow>();
  for (const [id, own] of Map.groupBy(putBack, ({ matched_id }) => matched_id ?? ''))
    for (const { first, last } of runsOf(own)) {
      const next = history
        .changing(id)
        .find((line) => line.before !== null && beforeOf(line).updated_at === last.made_version);
      const row = existing.get(id) as TransactionRow;
      const after = next ? beforeOf(next) : row;
      const [was, is] = [beforeOf(first), after].map((one) => `${chargedAmount(one)} ${one.installment_n}`);
      // The import that has recognized the merged amount or number counts as having merged it.
      const shown =
        isMerge(first) &&
        isMerge(last) &&
        was !== is &&
        showing.get(id)?.find((line) => `${line.amount} ${line.installment_n}` === is);
      const handed = { before: first.before, made_version: last.made_version };
      const { why } = isOfNumber(first) || !shown ? first : shown;
      if (shown) updatedLines.set(lineKey(shown), { ...shown, decision: 'merge', why, ...handed });
      else if (next) updatedLines.set(lineKey(next), { ...next, before: first.before });
      else restored.set(id, restoredOf(first, last, row, now));
    }
  return restored;
}

/**
 * The line of another import that shows or has merged what a line made for a transfer, unless another one does so with the
 * other side: it counts as having made the transfer, because what it shows alone would be an expense or an income.
 */
function keeperOf(
  line: ImportedLineRow,
  own: readonly TransactionRow[],
  history: History,
  showing: ReadonlyMap<string | null, readonly ImportedLineRow[]>,
): ImportedLineRow | null {
  if (line.decision !== 'transfer') return null;
  const [keeper, ...others] = own.flatMap((row) => {
    const merging = history.changing(row.id).filter(({ import_id }) => import_id !== line.import_id);
    const shown = () => showing.get(row.id)?.find(({ amount }) => amount === chargedAmount(row)) ?? [];
    return merging.length > 0 ? merging : shown();
  });
  if (keeper?.matched_id !== line.made_id || others.length > 0) return null;
  const { decision, made_id, matched_id, before, made_version, other_account_id } = line;
  return { ...keeper, decision, made_id, matched_id, before, made_version, other_account_id };
}

/** A line whose transaction lost its other side, and the account of that side if the line itself names it. */
interface Alone {
  line: ImportedLineRow;
  account: string | null;
}

/**
 * Gives transfers that lost a side the side that the remaining line implies, as if its file had been imported alone.
 * @returns their lines as they are then
 */
async function guessOtherSides(context: WriteContext, alone: readonly Alone[]): Promise<ImportedLineRow[]> {
  const { ledger } = context;
  const ids = alone.map(({ line }) => line.made_id);
  const existing = new Map(
    (await findTransactionsOf(ledger.tx, ledger.userId, ids)).map((row) => [row.id, row]),
  );
  const made: TransactionRow[] = [];
  const lines: ImportedLineRow[] = [];
  for (const { line, account } of alone) {
    const own = existing.get(line.made_id);
    const side = own && account ? await otherSideOf(context, line, own, account) : null;
    lines.push(side ? { ...line, decision: 'transfer' } : line);
    if (side) made.push(side);
  }
  if (made.length > 0) await ledger.insert(made);
  return lines;
}

/** A line that now counts as having created its transaction. */
const IMPORTED = { decision: 'import', matched_id: null, before: null } as const;

/** Whether a line gave a transaction the number of its payment, and left its day and amount alone. */
const isOfNumber = ({ why }: ImportedLineRow) => why === 'numbered';

const isAtBothEnds = ({ decision, before }: ImportedLineRow) => decision === 'transfer' && before === null;

/** Lines of one import that changed a transaction consecutively. */
function runsOf(lines: readonly ImportedLineRow[]): { first: ImportedLineRow; last: ImportedLineRow }[] {
  const runs: { first: ImportedLineRow; last: ImportedLineRow }[] = [];
  for (const line of lines.toSorted(byVersion)) {
    const run = runs.at(-1);
    if (run && beforeOf(line).updated_at === run.last.made_version) run.last = line;
    else runs.push({ first: line, last: line });
  }
  return runs;
}

/**
 * As it was before the first of some lines, with its version, in the account where it is now; of what the person changed since the last of them, only
 * what the lines themselves had changed.
 */
function restoredOf(
  first: ImportedLineRow,
  last: ImportedLineRow,
  row: TransactionRow,
  now: Date,
): TransactionRow {
  const { account_amount: charged, ...earlier } = beforeOf(first);
  const account_amount = row.account_amount === null ? null : (charged ?? row.account_amount);
  const before = { ...earlier, account_id: row.account_id, account_amount };
  const { date, time, transaction_datetime, charge_date, category_id, transfer_id, is_detached } = before;
  const { amount, original_amount, original_currency, rate } = before;
  const money = { amount, account_amount, original_amount, original_currency, rate };
  if (row.updated_at === last.made_version) return before;
  const category = isReserved(row.category_id) ? category_id : row.category_id;
  const when = { date, time, transaction_datetime, charge_date };
  const { installment_of, installment_n, installment_total, installment_price, payments_end } = before;
  const payment = { installment_of, installment_n, installment_total, installment_price, payments_end };
  const updated_at = nextVersion(row, now);
  const numbered = { ...row, ...payment, updated_at };
  if (isOfNumber(last)) return { ...numbered, charge_date };
  return { ...numbered, ...money, ...when, category_id: category, transfer_id, is_detached };
}

/**
 * The restored rows, and those that follow: a side that lost the other one is no transfer any more, goes with it if it was
 * only made for it, and is a paid bill again if it was one; both sides of a transfer between currencies are worth the same.
 */
async function completeTransfers(
  ledger: Ledger,
  contextOf: () => Promise<WriteContext>,
  {
    importId,
    gone,
    restored,
    existing,
  }: {
    importId: string | undefined;
    gone: readonly TransactionRow[];
    restored: ReadonlyMap<string, TransactionRow>;
    existing: ReadonlyMap<string, TransactionRow>;
  },
): Promise<TransactionRow[]> {
  const put = new Map(restored);
  const touched = [...gone, ...restored.values(), ...[...restored.keys()].map((id) => existing.get(id))];
  const transfers = [...new Set(touched.flatMap((row) => row?.transfer_id ?? []))];
  if (transfers.length === 0) return [...put.values()];
  const { tx, userId } = ledger;
  const context = await contextOf();
  const { now } = context;
  const found = await findSides(tx, userId, transfers);
  const sides = new Map([...found.map((row) => [row.id, row] as const), ...restored]);
  const byTransfer = Map.groupBy(sides.values(), ({ transfer_id }) => transfer_id);
  const halves: TransactionRow[] = [];
  for (const transfer of transfers) {
    const [one, other] = byTransfer.get(transfer) ?? [];
    if (one && !other) halves.push(one);
    if (!one || !other || !(restored.has(one.id) || restored.has(other.id))) continue;
    const money = await transferMoney(context, one, other, true);
    if (!money) continue;
    put.set(one.id, { ...one, ...money.one }).set(other.id, { ...other, ...money.other });
  }
  const history = await History.of(
    tx,
    userId,
    halves.map(({ id }) => id),
  );
  const updatedLines: ImportedLineRow[] = [];
  const ofGone = new Set(gone.map(({ id }) => sideIdOf(id)));
  const madeByJoin = new Set(
    halves.flatMap(({ id }) => (ofGone.has(id) && !history.isKnown(id, importId) ? id : [])),
  );
  await ledger.delete(halves.flatMap(({ id }) => (madeByJoin.has(id) ? id : [])));
  for (const half of halves) {
    if (madeByJoin.has(half.id)) continue;
    const updated_at = nextVersion(half, now);
    const lines = history.leftAs(half, updated_at, importId);
    updatedLines.push(...lines);
    const money = lines[0] && (await moneyOfHalf(context, lines[0], half));
    const category_id = half.charge_date === null ? null : OPENING[half.type];
    put.set(half.id, { ...half, ...money, transfer_id: null, category_id, updated_at });
  }
  if (updatedLines.length > 0) await updateLines(tx, updatedLines);
  return [...put.values()];
}

/** The amounts of a former side, as its line states them; null where the amount was changed since. */
async function moneyOfHalf(
  context: WriteContext,
  line: ImportedLineRow,
  half: TransactionRow,
): Promise<Money | null> {
  if (line.decision !== 'merge' && line.made_id !== half.id) return null;
  const money = await moneyOf(context, line, accountIn(context, half.account_id));
  return chargedAmount({ ...half, ...money }) === chargedAmount(half) ? money : null;
}
