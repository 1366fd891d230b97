import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { TemplateRow, TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

/** Deleted together, and restored together. */
export interface Deletion {
  id: string;
  /** ISO 8601 in UTC. */
  deletedAt: string;
}

/** A template before its deletion, with its skipped dates. */
export interface TrashedTemplate {
  template: TemplateRow;
  skipped: string[];
}

/** Puts deleted transactions into the trash. */
export async function trashTransactions(
  tx: Tx,
  rows: readonly TransactionRow[],
  deletion: Deletion,
): Promise<void> {
  await insertTrashed(
    tx,
    rows.map((row) => ({
      user_id: row.user_id,
      batch_id: deletion.id,
      id: row.id,
      content: JSON.stringify(row),
      deleted_at: deletion.deletedAt,
    })),
  );
}

const insertTrashed = insertRows(
  'deleted_transactions',
  ['user_id', 'batch_id', 'id', 'content', 'deleted_at'],
  // The same row again: deleted, restored under its old id and deleted again within one deletion.
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

/** Puts a template into the trash, as it is. */
export async function trashTemplate(
  tx: Tx,
  trashed: TrashedTemplate,
  { id: batch_id, deletedAt: deleted_at }: Deletion,
): Promise<void> {
  const { user_id, id } = trashed.template;
  await tx
    .insertInto('deleted_templates')
    .values({ user_id, batch_id, id, content: JSON.stringify(trashed), deleted_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A deletion of a person after an instant. */
interface Named {
  userId: string;
  deletionId: string;
  after: string;
}

/** Whether the trash has anything of a deletion. */
export async function isInTrash(tx: Tx, { userId, deletionId, after }: Named): Promise<boolean> {
  for (const table of ['deleted_transactions', 'deleted_templates'] as const) {
    const found = await tx
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', userId)
      .where('batch_id', '=', deletionId)
      .where('deleted_at', '>', after)
      .limit(1)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}

/** Takes the rows of a deletion after an instant out of the trash; of two concurrent restores only one gets them. */
export async function takeFromTrash<Content>(
  tx: Tx,
  table: 'deleted_transactions' | 'deleted_templates',
  { userId, deletionId, after }: Named,
): Promise<Content[]> {
  const rows = await tx
    .deleteFrom(table)
    .where('user_id', '=', userId)
    .where('batch_id', '=', deletionId)
    .where('deleted_at', '>', after)
    .returning('content')
    .execute();
  return rows.map(({ content }) => JSON.parse(content));
}

/** Permanently deletes what was put into the trash at or before an instant. */
export async function emptyTrash(db: Db, until: string): Promise<void> {
  await db.deleteFrom('deleted_transactions').where('deleted_at', '<=', until).execute();
  await db.deleteFrom('deleted_templates').where('deleted_at', '<=', until).execute();
}
