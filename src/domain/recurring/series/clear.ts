import type { TransactionRow } from '../../../db/tables.ts';
import { chunksOf } from '../../chunks.ts';
import type { Tx } from '../../transact.ts';
import { applyChanges } from '../../transactions/apply.ts';
import { deleteTransactions } from '../../transactions/queries.ts';
import { ROWS_AT_ONCE } from '../../transactions/rows-at-once.ts';
import { keepDeleted } from '../../undo/queries.ts';

/** The deletion that something belongs to, by whose name it is undone. */
export interface Batch {
  id: string;
  deletedAt: string;
}

/** Deletes occurrences of one person, with their totals; with a batch they can be brought back. Gives their number. */
export async function clearOccurrences(tx: Tx, rows: TransactionRow[], batch?: Batch): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const deleted: TransactionRow[] = [];
  for (const chunk of chunksOf(rows, ROWS_AT_ONCE)) {
    const ids = chunk.map(({ id }) => id);
    const gone = await deleteTransactions(tx, first.user_id, ids);
    if (batch && gone.length > 0) await keepDeleted(tx, gone, batch);
    deleted.push(...gone);
  }
  await applyChanges(
    tx,
    deleted.map((row) => ({ row, sign: -1 })),
  );
  return deleted.length;
}
