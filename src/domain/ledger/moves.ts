import type { CategoryRow } from '../../db/tables.ts';
import { BATCH_SIZE } from '../long-work/long-work.queries.ts';
import { templateOfKey } from '../recurring/templates/phases.ts';
import { deleteEmptyTotals, findInCategories, findMovedAmong, findSomeOf } from './ledger.queries.ts';
import type { Ledger } from './ledger.ts';
import {
  findMovedPhases,
  findMovedTemplates,
  findRemoved,
  forgetMoved,
  forgetPassed,
  type Moved,
  movePaymentsBack,
  noteGenerated as noteGeneratedBy,
  noteMoved,
} from './moved.queries.ts';
import { type Deletion, possibleCategories, type RestorableCategory } from './removed.ts';
import { moveTrashBack, moveTrashedTemplatesBack } from './trash.queries.ts';

export interface Move {
  from: readonly string[];
  to: string | null;
  now: Date;
  deletion: Deletion;
}

/** The ids of one batch of transactions. */
export async function someOf(ledger: Ledger, categories: readonly string[]): Promise<string[]> {
  // The query reads the totals, so they have to include earlier changes.
  await ledger.updateTotals();
  return (await findSomeOf(ledger.tx, ledger.userId, categories, BATCH_SIZE)).map(({ id }) => id);
}

/**
 * Moves those of these transactions that are in one of the categories `from`, and records it for `moveBack`.
 * @returns the number of moved transactions
 */
export async function move(
  ledger: Ledger,
  ids: readonly string[],
  { from, to, now, deletion }: Move,
): Promise<number> {
  const rows = await findInCategories(ledger.tx, ledger.userId, ids, from);
  await noteMoved(ledger, rows, deletion);
  await ledger.moveTo(to, rows, now);
  return rows.length;
}

export async function forgetCategories(ledger: Ledger, ids: readonly string[]): Promise<void> {
  await ledger.updateTotals();
  await deleteEmptyTotals(ledger.tx, ledger.userId, ids);
}

/**
 * What a deletion moved out of a category and has not been moved elsewhere since. `type` is the category's current
 * type.
 */
export async function findMoved(
  ledger: Ledger,
  { category, movedTo, deletion }: RestorableCategory,
  type: CategoryRow['type'],
): Promise<Moved> {
  const categories = possibleCategories(await findRemoved(ledger), { movedTo, deletion });
  return { userId: ledger.userId, deletion, categoryId: category.id, type, categories };
}

/**
 * Runs once the templates are back: also moves those in the trash, and records what all of them have generated since,
 * which is moved back with the transactions.
 */
export async function noteGenerated(ledger: Ledger, moved: Moved): Promise<void> {
  const { tx } = ledger;
  const phases = new Set(await findMovedPhases(tx, moved));
  await moveTrashedTemplatesBack(tx, moved, phases);
  const templates = await findMovedTemplates(tx, moved);
  const ids = [...templates.map(({ id }) => id), ...phases];
  await noteGeneratedBy(tx, moved, [...new Set(ids.map(templateOfKey))]);
  const back = templates.filter(({ category_id }) => category_id === moved.categoryId);
  await forget(ledger, moved, ids, [...back.map(({ id }) => id), ...phases]);
}

/**
 * Moves transactions, those in the trash too, back to the category that a deletion moved them from.
 * @returns the number of those not in the trash
 */
export async function moveBack(
  ledger: Ledger,
  moved: Moved,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const rows = await findMovedAmong(ledger.tx, moved, ids);
  await ledger.moveTo(moved.categoryId, rows, now);
  const trashed = await moveTrashBack(ledger.tx, moved, ids);
  const payments = await movePaymentsBack(ledger.tx, moved, ids);
  await forget(ledger, moved, ids, [...rows.map(({ id }) => id), ...trashed, ...payments]);
  return rows.length;
}

/** Forgets that a deletion moved these ids; `back` are those that are in its category again. */
async function forget(
  ledger: Ledger,
  moved: Moved,
  ids: readonly string[],
  back: readonly string[],
): Promise<void> {
  await forgetMoved(ledger.tx, moved, ids);
  await forgetPassed(ledger.tx, moved, await findRemoved(ledger), back);
}
