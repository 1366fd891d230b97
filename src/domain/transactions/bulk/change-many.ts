import type { CategoryRow, TransactionRow } from '../../../db/tables.ts';
import { momentOf } from '../../calendar.ts';
import { fits, OTHER_TYPE } from '../../categories/fitting.ts';
import { categoriesById, requireCategory } from '../../categories/read.ts';
import type { SignedIn } from '../../context.ts';
import { invalid } from '../../error.ts';
import { inLedger, newDeletion } from '../../ledger/ledger.ts';
import { skipDeleted } from '../../recurring/occurrences/skip-dates.ts';
import { nextVersion } from '../../version.ts';
import { detached } from '../change.ts';
import { findTransactionsOf } from '../transactions.queries.ts';
import type { BulkChanges } from './schema.ts';
import { type Selection, selectedIds } from './selection.ts';

/** How many were changed or deleted, how many no longer existed, and the deletion, by which it is restored. */
export interface BulkResult {
  done: number;
  failed: number;
  undoId?: string;
}

/**
 * Deletes the selected transactions, or changes them, all of them or none.
 * @throws DomainError SELECTION_CHANGED when a filter means another number of rows than `expected`
 */
export async function applyToSelection(
  context: SignedIn,
  selection: Selection,
  { changes, expected }: { changes: BulkChanges | null; expected: number },
): Promise<BulkResult> {
  return inLedger(context, async (_ledger, inside) => {
    const ids = await selectedIds(inside, selection, expected);
    if (changes) {
      const done = await changeTransactions(inside, ids, changes);
      return { done, failed: ids.length - done };
    }
    const { deleted, undoId } = await removeTransactions(inside, ids);
    return { done: deleted, failed: ids.length - deleted, ...(undoId && { undoId }) };
  });
}

/**
 * Changes category, type or date of the viewer's transactions among these ids, which are all different. A new type
 * removes categories that do not fit.
 * @returns how many were changed; the others are missing, or not theirs
 * @throws DomainError NOT_FOUND for a category that is not theirs, VALIDATION_ERROR if it does not fit all of them
 */
export async function changeTransactions(
  context: SignedIn,
  ids: string[],
  changes: BulkChanges,
): Promise<number> {
  const { viewer, now } = context;
  return inLedger(context, async (ledger, inside) => {
    const category = await requireCategory(ledger.tx, viewer.id, changes.categoryId);
    const rows = await findTransactionsOf(ledger.tx, viewer.id, ids);
    if (rows.some(({ type }) => !fits(category, changes.type ?? type))) throw invalid(OTHER_TYPE);
    const categories = await categoriesById(inside);
    await ledger.update(rows.map((row) => withFitting(changed(row, changes, now), categories)));
    return rows.length;
  });
}

function withFitting(row: TransactionRow, categories: Map<string, CategoryRow>): TransactionRow {
  return fits(categories.get(row.category_id ?? ''), row.type) ? row : { ...row, category_id: null };
}

function changed(row: TransactionRow, changes: BulkChanges, now: Date): TransactionRow {
  const date = changes.date ?? row.date;
  return {
    ...row,
    date,
    type: changes.type ?? row.type,
    category_id: changes.categoryId === undefined ? row.category_id : changes.categoryId,
    ...(date !== row.date && momentOf(date, row.time, row.timezone)),
    is_detached: detached(row),
    updated_at: nextVersion(row, now),
  };
}

/**
 * Deletes the viewer's transactions among these ids, which are all different; what is missing or not theirs is left
 * alone. A run of several calls that pass on the first one's `undoId` is undone as one.
 * @returns how many were deleted, and the id of the deletion, to restore them by; null when there is nothing to restore
 */
export async function removeTransactions(
  context: SignedIn,
  ids: string[],
  undoId?: string,
): Promise<{ deleted: number; undoId: string | null }> {
  return inLedger(context, async (ledger) => {
    const deletion = newDeletion(context.now, undoId);
    const rows = await ledger.delete(ids, deletion);
    await skipDeleted(ledger.tx, rows);
    const isUndoable = rows.length > 0 || (await ledger.isInTrash(deletion));
    return { deleted: rows.length, undoId: isUndoable ? deletion.id : null };
  });
}
