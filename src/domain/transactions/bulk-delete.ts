import type { TransactionRow } from '../../db/tables.ts';
import { chunksOf } from '../chunks.ts';
import type { SignedIn } from '../context.ts';
import { newId } from '../id.ts';
import { leaveOut } from '../recurring/leave-out.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction } from '../transact.ts';
import { keepDeleted } from '../undo/queries.ts';
import { applyChanges } from './apply.ts';
import { couldBeId } from './could-be-id.ts';
import { deleteTransactions } from './queries.ts';
import { ROWS_AT_ONCE } from './rows-at-once.ts';

/**
 * Deletes the viewer's transactions among these ids, which are all different; what is missing or not theirs is left
 * alone. A run of several calls that pass on the first one's `undoId` is undone as one.
 * @returns how many were deleted, and the name to bring them back by
 */
export async function removeTransactions(
  { db, viewer, now }: SignedIn,
  ids: string[],
  undoId: string = newId(now),
): Promise<{ deleted: number; undoId: string }> {
  return inTransaction(db, async (tx) => {
    await markChanged(tx, viewer.id);
    const rows: TransactionRow[] = [];
    for (const chunk of chunksOf(ids.filter(couldBeId), ROWS_AT_ONCE)) {
      const deleted = await deleteTransactions(tx, viewer.id, chunk);
      if (deleted.length > 0) await keepDeleted(tx, deleted, { id: undoId, deletedAt: now.toISOString() });
      rows.push(...deleted);
    }
    await leaveOut(tx, rows);
    await applyChanges(
      tx,
      rows.map((row) => ({ row, sign: -1 })),
    );
    return { deleted: rows.length, undoId };
  });
}
