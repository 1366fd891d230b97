import type { TransactionRow } from '../../db/tables.ts';
import { instantOf } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { applyChanges } from './apply.ts';
import { requireCategory } from './category.ts';
import { detached } from './detached.ts';
import { differences } from './differences.ts';
import type { Entry } from './present.ts';
import { lockTransaction, updateTransaction } from './queries.ts';
import type { TransactionChanges } from './schema.ts';
import { searchText } from './search-text.ts';
import { nextVersion } from './version.ts';

/**
 * Changes a transaction; what is missing stays, and `null` empties a field that may be empty. Who says what the change
 * is `basedOn` overwrites nothing that came in between; what comes in between and wants the same is no conflict.
 * @throws DomainError NOT_FOUND for one that is not the viewer's, or not of that type
 * @throws DomainError CONFLICT (409) when it is not any more what the change is based on
 */
export async function changeTransaction(
  context: SignedIn,
  named: Named,
  changes: TransactionChanges,
): Promise<Entry> {
  const { viewer } = context;
  return inTransaction(context.db, async (tx) => {
    // A person's changes follow one another from the first lock on, so that two never wait for each other.
    await markChanged(tx, viewer.id);
    const { before, after: row } = await lockForChange(tx, context, named, changes);
    const category = await requireCategory(tx, viewer.id, row.category_id);
    await updateTransaction(tx, row);
    await applyChanges(tx, [
      { row: before, sign: -1 },
      { row, sign: 1 },
    ]);
    return { row, category };
  });
}

/** One of the viewer's transactions, and of which type it has to be. */
interface Named {
  id: string;
  type?: TransactionRow['type'];
}

/**
 * A transaction as it is and as changes would have it; nobody else changes it until the database transaction ends.
 * @throws DomainError NOT_FOUND, or CONFLICT (409), as `changeTransaction` does
 */
export async function lockForChange(
  tx: Tx,
  { viewer, now }: SignedIn,
  { id, type }: Named,
  changes: TransactionChanges,
): Promise<{ before: TransactionRow; after: TransactionRow }> {
  const before = await lockTransaction(tx, viewer.id, id);
  if (!before || (type && before.type !== type)) throw notFound();
  const after = changed(before, changes, now);
  const isStale = changes.basedOn !== undefined && changes.basedOn !== before.updated_at;
  if (isStale && differences(before, after).length > 0)
    throw new DomainError('CONFLICT', 409, { details: { updated_at: before.updated_at } });
  return { before, after };
}

function changed(before: TransactionRow, changes: TransactionChanges, now: Date): TransactionRow {
  const keep = <Value>(value: Value | undefined, old: Value): Value => (value === undefined ? old : value);
  const row = {
    ...before,
    type: keep(changes.type, before.type),
    amount: changes.amount === undefined ? before.amount : Math.abs(changes.amount),
    description: changes.description ?? before.description,
    merchant_name: keep(changes.merchant_name, before.merchant_name),
    category_id: keep(changes.categoryId, before.category_id),
    date: changes.date ?? before.date,
    time: changes.time ?? before.time,
    timezone: changes.timezone ?? before.timezone,
    notes: keep(changes.notes, before.notes),
    is_detached: detached(before),
    updated_at: nextVersion(before, now),
  };
  return {
    ...row,
    transaction_datetime: instantOf(row.date, row.time, row.timezone),
    search_text: searchText(row),
  };
}
