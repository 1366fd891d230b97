import type { TransactionRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { newId } from '../id.ts';
import { leaveOut } from '../recurring/leave-out.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction } from '../transact.ts';
import { keepDeleted } from '../undo/queries.ts';
import { applyChanges } from './apply.ts';
import { deleteTransaction } from './queries.ts';

/**
 * Deletes one of the viewer's transactions; an occurrence of a template is not made again.
 * @returns the name to bring it back by
 * @throws DomainError NOT_FOUND, also for one of another type
 */
export async function removeTransaction(
  { db, viewer, now }: SignedIn,
  { id, type }: { id: string; type?: TransactionRow['type'] },
): Promise<{ undoId: string }> {
  return inTransaction(db, async (tx) => {
    await markChanged(tx, viewer.id);
    const row = await deleteTransaction(tx, viewer.id, id);
    if (!row || (type && row.type !== type)) throw notFound();
    const undoId = newId(now);
    await keepDeleted(tx, [row], { id: undoId, deletedAt: now.toISOString() });
    await leaveOut(tx, [row]);
    await applyChanges(tx, [{ row, sign: -1 }]);
    return { undoId };
  });
}
