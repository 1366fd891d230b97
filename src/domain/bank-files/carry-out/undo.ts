import type { Db } from '../../../db/open.ts';
import type { BankImportRow } from '../../../db/tables.ts';
import type { UndoInput } from '../../account-files/undo.ts';
import type { Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { inLedger, type Ledger, readRevision } from '../../ledger/ledger.ts';
import { batchesOf, type Steps } from '../../long-work/long-work.ts';
import { mayBeLocked, requireUnlocked, requireUnlockedBatches } from '../../money-accounts/checks/lock.ts';
import { scan } from '../../snapshot.ts';
import { updateImport } from '../imports.queries.ts';
import { endOfLines, findLinesBetween } from '../lines.queries.ts';
import { lockImport } from '../lock-import.ts';
import type { ImportOutcome } from '../outcome.ts';
import { paidBillsOf, undoPaidBills } from './card-bills.ts';
import {
  contentOf,
  endWork,
  LINES_AT_ONCE,
  linesOf,
  ownerOf,
  personOf,
  requireImport,
  type Span,
  startWork,
} from './import-work.ts';
import { madeOf } from './made.ts';
import { removeAccountsAndOpening } from './new-accounts-and-opening.ts';
import { type BeforeUndo, readBeforeUndo, restoreOpenings } from './restore-openings.ts';
import { readBalancesToRestore, type StatedBalance } from './stated-balances.ts';
import { findLinesOfRestored, findToTakeBack, hasChanged } from './undo.queries.ts';
import { changedSince, type UndoOptions, undoLines } from './undo-lines.ts';
import type { Person } from './write-lines.ts';

interface Undoing extends UndoOptions {
  /** Whether everything is undone, so that no changed transaction stays. */
  isWhole: boolean;
  /** Work of an older version lacks it. */
  atUndo?: BeforeUndo | undefined;
}

/**
 * Undoes an import: removes what it created and restores what it changed, however long ago that was.
 * @returns the transactions that somebody has changed since, and the id of work that has to be run, if any
 * @throws DomainError NOT_FOUND, CONFLICT (409) for one that was not carried out, CHANGED_SINCE (409), LOCKED (409),
 * SERVICE_UNAVAILABLE (503)
 */
export async function startUndo(
  context: Writing,
  id: string,
  { force = false, keepChanged = false }: UndoInput = {},
): Promise<{ changed: string[]; workId: string | null }> {
  const { viewer, now } = context;
  const before = await readBefore(context, id);
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    const row = await lockImport({ db: tx, viewer }, id);
    if (row.status === 'undone') return { changed: [], workId: null };
    if (row.status === 'running') return { changed: [], workId: row.work_id };
    const isCarried =
      row.status === 'done' || row.status === 'failed' || (row.status === 'preview' && row.stage > 0);
    if (!isCarried) throw new DomainError('CONFLICT', 409, { message: 'import:notCarriedOut' });
    // This ledger has raised it by one.
    const isCurrent = (await readRevision(inside)) === before.revision + 1;
    const changed = isCurrent ? before.changed : await changedIn(tx, row);
    const isPlain = isCurrent && before.isPlain;
    if (changed.length > 0 && !force && !keepChanged)
      throw new DomainError('CHANGED_SINCE', 409, { details: { changed } });
    if (await mayBeLocked(inside)) await requireUnlockedToTakeBack(inside, row);
    const held = await readBalancesToRestore(inside, row);
    const atUndo = await readBeforeUndo(ledger, row, held, now);
    const options: UndoOptions = { extent: force ? 'all' : 'unchanged', isPlain };
    const isWhole = force || changed.length === 0;
    const end = await endOfLines(tx, viewer.id, id);
    if (end > LINES_AT_ONCE) {
      const workId = await startWork(ledger, inside, row, {
        kind: 'take_back',
        end,
        more: { ...options, held, isWhole, atUndo },
      });
      return { changed, workId };
    }
    const lines = await findLinesBetween(tx, viewer.id, id, 0, end);
    const taken = await undoLines(ledger, lines, options, personOf(context), now);
    await finishUndo(ledger, row, taken, held, {
      isWhole,
      atUndo,
      person: personOf(context),
      now,
    });
    return { changed, workId: null };
  });
}

/** What somebody has changed since, read while others write: there may be a hundred thousand transactions. */
async function readBefore(context: Writing, id: string) {
  const revision = await readRevision(context);
  const row = await requireImport(context, id);
  return scan(context, async ({ db }) => ({
    revision,
    changed: await changedIn(db, row),
    isPlain: !(await hasChanged(db, row)),
  }));
}

/** With the payments of bills that it added. */
const changedIn = async (db: Db, row: BankImportRow): Promise<string[]> =>
  [...(await changedSince(db, row)), ...(await paidBillsOf(db, row)).changed].toSorted();

async function requireUnlockedToTakeBack(context: Writing, row: BankImportRow): Promise<void> {
  const touched = await findToTakeBack(context.db, row);
  for (let from = 0; from < touched.length; from += LINES_AT_ONCE)
    await requireUnlocked(context, touched.slice(from, from + LINES_AT_ONCE));
  const openings = madeOf(row).openings.flatMap(({ id: own, taken }) => [own, taken?.before.id ?? own]);
  const { bills } = await paidBillsOf(context.db, row);
  await requireUnlockedBatches(context, batchesOf([...openings, ...bills.map(({ id }) => id)]), 'id');
}

async function finishUndo(
  ledger: Ledger,
  before: BankImportRow,
  removed: number,
  held: readonly StatedBalance[],
  { person, ...undoing }: Omit<Undoing, keyof UndoOptions> & { person: Person; now: Date },
): Promise<void> {
  const { now } = undoing;
  await restoreOpenings(ledger, before, held, undoing);
  const bills = await undoPaidBills(ledger, before, { isWhole: undoing.isWhole, person, now });
  const row = await requireImport(ownerOf(ledger), before.id);
  const left = await removeAccountsAndOpening(ledger, row, now);
  const outcome: ImportOutcome = {
    ...JSON.parse(row.outcome),
    removed: removed + bills,
    ...(bills > 0 && { removed_bills: bills }),
    ...left,
  };
  await updateImport(ledger.tx, {
    user_id: row.user_id,
    id: row.id,
    status: 'undone',
    outcome: JSON.stringify(outcome),
    undone_at: now.toISOString(),
  });
}

/**
 * Takes back what left the trash although the import that had brought it was undone while it was in there.
 * @param since the instant of the deletion
 * @returns how many transactions were removed, or restored as they were before the import; a transfer counts once
 */
export async function undoRestored(
  ledger: Ledger,
  { since, person, now }: { since: string; person: Person; now: Date },
): Promise<number> {
  const lines = await findLinesOfRestored(ledger.tx, ledger.userId, since);
  let undone = 0;
  for (const own of Map.groupBy(lines, ({ import_id }) => import_id).values())
    undone += await undoLines(ledger, own, { extent: 'unchanged' }, person, now);
  return undone;
}

export const takeBackSteps: Steps<Span> = {
  async batch(ledger, { now }, span, work) {
    const content = contentOf<Undoing>(work);
    const lines = await linesOf(ledger, content, span);
    return { done: await undoLines(ledger, lines, content, content.person, now) };
  },
  async last(ledger, { now }, work) {
    const { importId, held = [], isWhole = true, atUndo, person } = contentOf<Partial<Undoing>>(work);
    const row = await requireImport(ownerOf(ledger), importId);
    await finishUndo(ledger, row, work.done, held, { isWhole, atUndo, person, now });
    await ledger.closeToOthers(null);
    return {};
  },
  // What is left can be taken back by another undo.
  async fail(ledger, work) {
    await endWork(ledger, work, 'done');
    return { finished_at: work.touched_at };
  },
};
