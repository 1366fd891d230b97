import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { DeletedTransactionRow, TemplateRow, TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../transact.ts';

/** Keeps deleted transactions under the name of their batch. */
export async function keepDeleted(
  tx: Tx,
  rows: TransactionRow[],
  batch: { id: string; deletedAt: string },
): Promise<void> {
  const kept: DeletedTransactionRow[] = rows.map((row) => ({
    user_id: row.user_id,
    batch_id: batch.id,
    id: row.id,
    content: JSON.stringify(row),
    deleted_at: batch.deletedAt,
  }));
  await insertDeleted(tx, kept);
}

const insertDeleted = insertRows(
  'deleted_transactions',
  ['user_id', 'batch_id', 'id', 'content', 'deleted_at'],
  // A row that was deleted, brought back by hand under its old id and deleted again within one batch.
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

/** Takes the transactions of a deletion after an instant out of the table: whoever comes second gets nothing. */
export function takeDeleted(
  tx: Tx,
  userId: string,
  batchId: string,
  after: string,
): Promise<TransactionRow[]> {
  return take(tx, 'deleted_transactions', { userId, batchId, after });
}

/** A template with the dates that it leaves out. */
export interface KeptTemplate {
  template: TemplateRow;
  skipped: string[];
}

/** Keeps a template as it is under the name of the deletion that takes or ends it. */
export async function keepTemplate(
  tx: Tx,
  kept: KeptTemplate,
  batch: { id: string; deletedAt: string },
): Promise<void> {
  const { user_id, id } = kept.template;
  await tx
    .insertInto('deleted_templates')
    .values({ user_id, batch_id: batch.id, id, content: JSON.stringify(kept), deleted_at: batch.deletedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes the templates of a deletion after an instant out of the table: whoever comes second gets nothing. */
export function takeTemplates(
  tx: Tx,
  userId: string,
  batchId: string,
  after: string,
): Promise<KeptTemplate[]> {
  return take(tx, 'deleted_templates', { userId, batchId, after });
}

async function take<Kept>(
  tx: Tx,
  table: 'deleted_transactions' | 'deleted_templates',
  { userId, batchId, after }: { userId: string; batchId: string; after: string },
): Promise<Kept[]> {
  const kept = await tx
    .deleteFrom(table)
    .where('user_id', '=', userId)
    .where('batch_id', '=', batchId)
    .where('deleted_at', '>', after)
    .returning('content')
    .execute();
  return kept.map(({ content }) => JSON.parse(content));
}

/** Forgets for good what was deleted up to an instant. */
export async function forgetDeleted(db: Db, until: string): Promise<void> {
  await db.deleteFrom('deleted_transactions').where('deleted_at', '<=', until).execute();
  await db.deleteFrom('deleted_templates').where('deleted_at', '<=', until).execute();
}
