import type { SignedIn } from '../context.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction } from '../transact.ts';
import { removeTransactions } from './bulk-delete.ts';
import type { BulkChanges } from './bulk-schema.ts';
import { idsOf, type Selection } from './bulk-selection.ts';
import { changeTransactions } from './bulk-update.ts';

/** How many were changed or deleted, how many were not there any more, and how a deletion is taken back. */
export interface BulkResult {
  done: number;
  failed: number;
  undoId?: string;
}

/**
 * Deletes what was selected, or makes the changes given, all at once or not at all.
 * @throws DomainError SELECTION_CHANGED when a filter means another number of rows than `told`
 */
export async function actOnSelection(
  context: SignedIn,
  selection: Selection,
  { changes, told }: { changes: BulkChanges | null; told: number },
): Promise<BulkResult> {
  return inTransaction(context.db, async (tx) => {
    // Before the rows are counted: from here on nobody else changes them.
    await markChanged(tx, context.viewer.id);
    const inside = { ...context, db: tx };
    const ids = await idsOf(inside, selection, told);
    if (changes) {
      const done = await changeTransactions(inside, ids, changes);
      return { done, failed: ids.length - done };
    }
    const { deleted, undoId } = await removeTransactions(inside, ids);
    return { done: deleted, failed: ids.length - deleted, ...(deleted > 0 && { undoId }) };
  });
}
