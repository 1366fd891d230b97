import type { TransactionRow } from '../../db/tables.ts';
import { findCategories } from '../categories/queries.ts';
import { chunksOf } from '../chunks.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { bringTemplatesBack, takeDatesBack } from '../recurring/bring-back.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { applyChanges } from '../transactions/apply.ts';
import { insertTransactions } from '../transactions/queries.ts';
import { ROWS_AT_ONCE } from '../transactions/rows-at-once.ts';
import { takeDeleted, takeTemplates } from './queries.ts';
import { UNDO_FOR } from './window.ts';

/**
 * Brings back what was deleted in a batch, once and exactly as it was, with the templates that the deletion took or
 * ended; a category that has gone meanwhile leaves its transactions uncategorised.
 * @returns how many came back, how many could not because their id is taken, and how many templates came back
 * @throws DomainError NOT_FOUND for a batch that is unknown, somebody else's, already undone or too old
 */
export async function restoreTransactions(
  { db, viewer, now }: SignedIn,
  batchId: string,
): Promise<{ restored: number; failed: number; templates: number }> {
  return inTransaction(db, async (tx) => {
    await markChanged(tx, viewer.id);
    const after = new Date(now.getTime() - UNDO_FOR).toISOString();
    const rows = await takeDeleted(tx, viewer.id, batchId, after);
    const templates = await takeTemplates(tx, viewer.id, batchId, after);
    if (rows.length === 0 && templates.length === 0) throw notFound();
    await bringTemplatesBack(tx, templates);
    await takeDatesBack(tx, rows);
    const restored = await bringBack(tx, await withoutLostCategories(tx, viewer.id, rows));
    await applyChanges(
      tx,
      restored.map((row) => ({ row, sign: 1 })),
    );
    return {
      restored: restored.length,
      failed: rows.length - restored.length,
      templates: templates.length,
    };
  });
}

async function withoutLostCategories(
  tx: Tx,
  userId: string,
  rows: TransactionRow[],
): Promise<TransactionRow[]> {
  const known = new Set((await findCategories(tx, userId)).map(({ id }) => id));
  return rows.map((row) => (known.has(row.category_id ?? '') ? row : { ...row, category_id: null }));
}

async function bringBack(tx: Tx, rows: TransactionRow[]): Promise<TransactionRow[]> {
  const back = new Set<string>();
  for (const chunk of chunksOf(rows, ROWS_AT_ONCE)) {
    for (const { id } of await insertTransactions(tx, chunk)) back.add(id);
  }
  return rows.filter(({ id }) => back.has(id));
}
