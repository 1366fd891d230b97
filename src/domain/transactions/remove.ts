import type { TransactionRow } from '../../db/tables.ts';
import type { Writing } from '../context.ts';
import { notFound } from '../error.ts';
import { inLedger, newDeletion } from '../ledger/ledger.ts';
import { requireUnlocked } from '../money-accounts/checks/lock.ts';
import { skipDeleted } from '../recurring/occurrences/skip.ts';
import { requireSeen } from '../version.ts';
import { isShownAlone, removeInstallments } from './installments.ts';
import { readTransaction } from './read.ts';

/**
 * Deletes one of the viewer's transactions; an occurrence of a template is not generated again.
 * @returns the id of the deletion, to restore it by
 * @throws DomainError NOT_FOUND, also for one of another type
 */
export async function removeTransaction(
  context: Writing,
  { id, type }: { id: string; type?: TransactionRow['type'] },
): Promise<{ undoId: string }> {
  return inLedger(context, async (ledger, inside) => {
    const deletion = newDeletion(context.now);
    const [row] = await ledger.delete([id], deletion);
    if (!row || row.transfer_id !== null || (type && row.type !== type)) throw notFound();
    await requireUnlocked(inside, [row]);
    await skipDeleted(ledger.tx, [row]);
    return { undoId: deletion.id };
  });
}

/**
 * Deletes a transaction that was just added, with all payments of its purchase.
 * @param added its version at that time; by default that of its creation
 * @throws DomainError NOT_FOUND when it has been deleted since, CONFLICT (409) when it has been changed since
 */
export function undoAddTransaction(
  context: Writing,
  { id, basedOn }: { id: string; basedOn?: string | undefined },
): Promise<{ row: TransactionRow; undoId: string }> {
  return inLedger(context, async (ledger, inside) => {
    const { row } = await readTransaction(inside, id);
    requireSeen(row, basedOn ?? row.created_at);
    const { undoId } =
      row.installment_of === null || isShownAlone(row)
        ? await removeTransaction(inside, { id })
        : await removeInstallments(ledger, inside, row, 0);
    return { row, undoId };
  });
}
