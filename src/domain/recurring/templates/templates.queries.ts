import type { Db } from '../../../db/open.ts';
import type { TemplateRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import { couldBeId } from '../../id.ts';
import { isMoved, type Moved } from '../../ledger/moved.queries.ts';

/** A person's templates in the order of their creation. */
export function findTemplates(db: Db, userId: string): Promise<TemplateRow[]> {
  return db.selectFrom('templates').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export async function findTemplate(db: Db, userId: string, id: string): Promise<TemplateRow | undefined> {
  if (!couldBeId(id)) return undefined;
  return db
    .selectFrom('templates')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The ids of those templates that exist. */
export async function findExisting(db: Db, userId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('templates')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function insertTemplate(tx: Tx, row: TemplateRow): Promise<void> {
  await tx.insertInto('templates').values(row).execute();
}

export async function updateTemplate(tx: Tx, { user_id, id, ...changes }: TemplateRow): Promise<void> {
  await tx
    .updateTable('templates')
    .set(changes)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Inserts a template, or replaces the one of the same id. */
export async function replaceTemplate(tx: Tx, row: TemplateRow): Promise<void> {
  const { user_id: _user, id: _id, ...changes } = row;
  await tx
    .insertInto('templates')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(changes))
    .execute();
}

export async function deleteTemplate(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('templates').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** The templates of a category. */
export function findTemplatesOf(tx: Tx, userId: string, categoryId: string): Promise<TemplateRow[]> {
  const all = tx.selectFrom('templates').selectAll().where('user_id', '=', userId);
  return all.where('category_id', '=', categoryId).execute();
}

/** Whether a category has templates. */
export async function hasTemplates(tx: Tx, userId: string, categoryId: string): Promise<boolean> {
  const query = tx.selectFrom('templates').select('id').where('user_id', '=', userId);
  return (await query.where('category_id', '=', categoryId).limit(1).executeTakeFirst()) !== undefined;
}

/** Moves the templates of a category to another one, or to none. */
export async function moveTemplates(
  tx: Tx,
  userId: string,
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ category_id: to })
    .where('user_id', '=', userId)
    .where('category_id', '=', from)
    .execute();
}

/** Moves back the templates that a deletion of a category moved. */
export async function moveTemplatesBack(tx: Tx, moved: Moved): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ category_id: moved.categoryId })
    .where('user_id', '=', moved.userId)
    .where('type', '=', moved.type)
    .where(isMoved(tx, 'templates', moved))
    .execute();
}
