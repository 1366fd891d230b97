import type { TransactionRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { applyToTotals } from '../totals/queries.ts';
import { inTransaction } from '../transact.ts';
import { deleteTransaction } from './queries.ts';

/** Deletes one of the viewer's transactions. @throws DomainError NOT_FOUND, also for one of another type */
export async function removeTransaction(
  { db, viewer }: SignedIn,
  { id, type }: { id: string; type?: TransactionRow['type'] },
): Promise<TransactionRow> {
  return inTransaction(db, async (tx) => {
    const row = await deleteTransaction(tx, viewer.id, id);
    if (!row || (type && row.type !== type)) throw notFound();
    await applyToTotals(tx, row, -1);
    return row;
  });
}
