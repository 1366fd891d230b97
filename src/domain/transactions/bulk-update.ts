import type { TransactionRow } from '../../db/tables.ts';
import { instantOf } from '../calendar.ts';
import { chunksOf } from '../chunks.ts';
import type { SignedIn } from '../context.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction } from '../transact.ts';
import { applyChanges } from './apply.ts';
import type { BulkChanges } from './bulk-schema.ts';
import { requireCategory } from './category.ts';
import { couldBeId } from './could-be-id.ts';
import { detached } from './detached.ts';
import { findTransactionsOf, updateTransactions } from './queries.ts';
import { ROWS_AT_ONCE } from './rows-at-once.ts';
import { nextVersion } from './version.ts';

/**
 * Changes category, type or date of the viewer's transactions among these ids, which are all different.
 * @returns how many were changed; the others are missing, or not theirs
 * @throws DomainError NOT_FOUND for a category that is not theirs
 */
export async function changeTransactions(
  { db, viewer, now }: SignedIn,
  ids: string[],
  changes: BulkChanges,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await markChanged(tx, viewer.id);
    await requireCategory(tx, viewer.id, changes.categoryId);
    const befores: TransactionRow[] = [];
    for (const chunk of chunksOf(ids.filter(couldBeId), ROWS_AT_ONCE))
      befores.push(...(await findTransactionsOf(tx, viewer.id, chunk)));
    const afters = befores.map((row) => changed(row, changes, now));
    for (const chunk of chunksOf(afters, ROWS_AT_ONCE)) await updateTransactions(tx, chunk);
    await applyChanges(tx, [
      ...befores.map((row) => ({ row, sign: -1 as const })),
      ...afters.map((row) => ({ row, sign: 1 as const })),
    ]);
    return afters.length;
  });
}

function changed(row: TransactionRow, changes: BulkChanges, now: Date): TransactionRow {
  const date = changes.date ?? row.date;
  return {
    ...row,
    date,
    type: changes.type ?? row.type,
    category_id: changes.categoryId === undefined ? row.category_id : changes.categoryId,
    transaction_datetime:
      date === row.date ? row.transaction_datetime : instantOf(date, row.time, row.timezone),
    is_detached: detached(row),
    updated_at: nextVersion(row, now),
  };
}
