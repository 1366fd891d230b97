import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { CategoryRow, TemplateRow, TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { cutIntoPieces, type Piece } from './bulk-changes.queries.ts';
import { isMoved, type Moved } from './moved.queries.ts';
import { UNDO_FOR } from './schema.ts';

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
      category_id: row.category_id,
      content: JSON.stringify(row),
      deleted_at: deletion.deletedAt,
    })),
  );
}

const insertTrashed = insertRows(
  'deleted_transactions',
  ['user_id', 'batch_id', 'id', 'category_id', 'content', 'deleted_at'],
  // The same row again: deleted, restored under its old id and deleted again within one deletion.
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

/** Puts a template into the trash, as it is. */
export async function trashTemplate(
  tx: Tx,
  trashed: TrashedTemplate,
  { id: batch_id, deletedAt: deleted_at }: Deletion,
): Promise<void> {
  const { user_id, id, category_id } = trashed.template;
  await tx
    .insertInto('deleted_templates')
    .values({ user_id, batch_id, id, category_id, content: JSON.stringify(trashed), deleted_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Puts a category into the trash, as it is; `movedTo` is where its transactions are moved. */
export async function trashCategory(
  tx: Tx,
  category: CategoryRow,
  movedTo: string | null,
  { id: batch_id, deletedAt: deleted_at }: Deletion,
): Promise<void> {
  const { user_id, id } = category;
  const content = JSON.stringify(category);
  await tx
    .insertInto('deleted_categories')
    .values({ user_id, batch_id, id, moved_to: movedTo, content, deleted_at })
    .execute();
}

const MOVED = ['deleted_transactions', 'deleted_templates'] as const;

/** Moves what the trash has of a category to another one, or to none. */
export async function moveTrash(
  tx: Tx,
  userId: string,
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  for (const table of MOVED)
    await tx
      .updateTable(table)
      .set({ category_id: to })
      .where('user_id', '=', userId)
      .where('category_id', '=', from)
      .execute();
}

/** Moves back what the trash has of a deleted category. */
export async function moveTrashBack(tx: Tx, moved: Moved): Promise<void> {
  for (const table of MOVED)
    await tx
      .updateTable(table)
      .set({ category_id: moved.categoryId })
      .where('user_id', '=', moved.userId)
      .where(isMoved(tx, moved))
      .execute();
}

/** A deletion of a person, if it was made after an instant. */
interface TrashKey {
  userId: string;
  deletionId: string;
  after: string;
}

/** A deletion that can still be undone. */
export function trashKey(userId: string, deletionId: string, now: Date): TrashKey {
  return { userId, deletionId, after: new Date(now.getTime() - UNDO_FOR).toISOString() };
}

/** The transactions of a deletion, in pieces. */
export function findTrashedPieces(db: Db, { userId, deletionId, after }: TrashKey): Promise<Piece[]> {
  const trashed = db
    .selectFrom('deleted_transactions')
    .select('id')
    .where('user_id', '=', userId)
    .where('batch_id', '=', deletionId)
    .where('deleted_at', '>', after);
  return cutIntoPieces(db, trashed);
}

/** Whether the trash has anything of a deletion. */
export async function isInTrash(db: Db, { userId, deletionId, after }: TrashKey): Promise<boolean> {
  for (const table of [...MOVED, 'deleted_categories'] as const) {
    const found = await db
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

/**
 * Takes the rows of a deletion out of the trash, all of them or those of these ids, each with the category that it has
 * by now; of two concurrent restores only one gets them.
 */
export async function takeFromTrash<Content>(
  tx: Tx,
  table: (typeof MOVED)[number],
  { userId, deletionId, after }: TrashKey,
  ids?: readonly string[],
): Promise<{ content: Content; category_id: string | null }[]> {
  let taken = tx
    .deleteFrom(table)
    .where('user_id', '=', userId)
    .where('batch_id', '=', deletionId)
    .where('deleted_at', '>', after);
  if (ids) taken = taken.where('id', 'in', ids);
  const rows = await taken.returning(['content', 'category_id']).execute();
  return rows.map(({ content, category_id }) => ({ content: JSON.parse(content), category_id }));
}

/** Takes the categories of a deletion out of the trash in the same way. */
export async function takeCategoriesFromTrash(
  tx: Tx,
  { userId, deletionId, after }: TrashKey,
): Promise<{ category: CategoryRow; movedTo: string | null; deletedAt: string }[]> {
  const rows = await tx
    .deleteFrom('deleted_categories')
    .where('user_id', '=', userId)
    .where('batch_id', '=', deletionId)
    .where('deleted_at', '>', after)
    .returning(['content', 'moved_to', 'deleted_at'])
    .execute();
  return rows.map(({ content, moved_to, deleted_at }) => ({
    category: JSON.parse(content),
    movedTo: moved_to,
    deletedAt: deleted_at,
  }));
}

/** Permanently deletes what was put into the trash at or before an instant, except what is being restored. */
export async function emptyTrash(db: Db, until: string): Promise<void> {
  for (const table of [...MOVED, 'deleted_categories', 'moved_rows'] as const)
    await db
      .deleteFrom(table)
      .where('deleted_at', '<=', until)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('bulk_changes')
              .select('id')
              .whereRef('bulk_changes.user_id', '=', `${table}.user_id`)
              .whereRef('bulk_changes.deletion_id', '=', `${table}.batch_id`)
              .where('finished_at', 'is', null),
          ),
        ),
      )
      .execute();
}
