import { type RawBuilder, sql } from 'kysely';
import { isAmong } from '../../db/engine-functions.ts';
import type { Tx } from '../../db/transact.ts';
import type { TransactionType } from '../schemas.ts';
import type { Deletion } from './trash.queries.ts';

/**
 * What the deletion of a category moved, as far as it is still there: in the category that the deletion moved it to, or
 * in one that later deletions moved it on to.
 */
export interface Moved {
  userId: string;
  deletion: Deletion;
  /** The deleted category, and its type now. */
  categoryId: string;
  type: TransactionType;
  /** The categories it may be in; the empty id stands for none. */
  places: string[];
}

const TABLES = ['transactions', 'templates', 'deleted_transactions', 'deleted_templates'] as const;

/** Notes the transactions and templates of a category, those in the trash too, which a deletion is about to move. */
export async function noteMoved(
  tx: Tx,
  userId: string,
  categoryId: string,
  { id, deletedAt }: Deletion,
): Promise<void> {
  for (const table of TABLES)
    await sql`
      insert into moved_rows (user_id, batch_id, category_id, id, deleted_at)
      select user_id, cast(${id} as text), category_id, id, cast(${deletedAt} as text)
      from ${sql.table(table)} where user_id = ${userId} and category_id = ${categoryId}
      on conflict (user_id, batch_id, category_id, id) do nothing
    `.execute(tx);
}

/** Whether a transaction, a template or one in the trash was moved, and is still there. */
export function isMoved(tx: Tx, moved: Moved): RawBuilder<boolean> {
  return sql`(id in (${movedIds(moved)}) and ${isInPlace(tx, moved)})`;
}

/**
 * The same for a transaction, or whether its template was moved and has generated it since; one that has got the other
 * type since stays where it is.
 */
export function isMovedOrGenerated(tx: Tx, moved: Moved): RawBuilder<boolean> {
  const ids = movedIds(moved);
  const isSince = sql`is_detached is null and created_at >= ${moved.deletion.deletedAt}`;
  return sql`((id in (${ids}) or (template_id in (${ids}) and ${isSince})) and ${isInPlace(tx, moved)} and type = ${moved.type})`;
}

function movedIds({ userId, deletion, categoryId }: Moved): RawBuilder<string> {
  return sql`
    select id from moved_rows
    where user_id = ${userId} and batch_id = ${deletion.id} and category_id = ${categoryId}
  `;
}

function isInPlace(tx: Tx, { places }: Moved): RawBuilder<boolean> {
  return isAmong(tx, sql`coalesce(category_id, '')`, places);
}

/** Forgets what a deletion moved. */
export async function forgetMoved(tx: Tx, userId: string, deletionId: string): Promise<void> {
  await tx
    .deleteFrom('moved_rows')
    .where('user_id', '=', userId)
    .where('batch_id', '=', deletionId)
    .execute();
}

/**
 * Forgets that other deletions moved what has just been moved back, except those that brought it to the category where it
 * is again: undoing one of the others later would take it from where another way has led it.
 */
export async function forgetPassed(tx: Tx, moved: Moved): Promise<void> {
  const { userId, deletion, categoryId } = moved;
  const there = TABLES.map(
    (table) =>
      sql`select id from ${sql.table(table)} where user_id = ${userId} and category_id = ${categoryId}`,
  );
  const isBack = sql<boolean>`id in (${movedIds(moved)}) and id in (${sql.join(there, sql` union all `)})`;
  const noted = await tx
    .selectFrom('moved_rows')
    .select(['batch_id', 'category_id'])
    .distinct()
    .where('user_id', '=', userId)
    .where('batch_id', '!=', deletion.id)
    .where(isBack)
    .execute();
  for (const { batch_id, category_id } of noted) {
    const other = await findTrashedCategory(tx, userId, batch_id, category_id);
    if (other && (await findPlaces(tx, userId, other)).includes(categoryId)) continue;
    await tx
      .deleteFrom('moved_rows')
      .where('user_id', '=', userId)
      .where('batch_id', '=', batch_id)
      .where('category_id', '=', category_id)
      .where(isBack)
      .execute();
  }
}

async function findTrashedCategory(tx: Tx, userId: string, batchId: string, id: string) {
  const found = await tx
    .selectFrom('deleted_categories')
    .select(['moved_to', 'deleted_at'])
    .where('user_id', '=', userId)
    .where('batch_id', '=', batchId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found && { movedTo: found.moved_to, deletedAt: found.deleted_at };
}

/** The categories in which transactions are that a deletion moved; the empty id stands for none. */
export async function findPlaces(
  tx: Tx,
  userId: string,
  { movedTo, deletedAt }: { movedTo: string | null; deletedAt: string },
): Promise<string[]> {
  const later = await tx
    .selectFrom('deleted_categories')
    .select(['id', 'moved_to'])
    .where('user_id', '=', userId)
    .where('deleted_at', '>=', deletedAt)
    .execute();
  const places = new Set([movedTo ?? '']);
  // The set grows while it is read.
  for (const place of places)
    for (const { id, moved_to } of later) if (id === place) places.add(moved_to ?? '');
  return [...places];
}
