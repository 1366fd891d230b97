import type { TransactionRow } from '../../db/tables.ts';
import { applyToIndex } from '../search/upkeep/queries.ts';
import { applyAllToTotals } from '../totals/queries.ts';
import type { Tx } from '../transact.ts';

/** A transaction that is there from now on (`sign` 1) or no longer (-1); a changed one is both. */
export interface RowChange {
  row: TransactionRow;
  sign: 1 | -1;
}

/**
 * Keeps all that is derived from transactions: revision, totals, search index. Every write of transactions calls it
 * once, in the same database transaction, with the rows as they were and as they are.
 */
export async function applyChanges(tx: Tx, changes: RowChange[]): Promise<void> {
  // The revision comes first: its row makes a person's writers wait for one another, so that none wait in a circle.
  await applyAllToTotals(tx, changes);
  await applyToIndex(tx, changes);
}
