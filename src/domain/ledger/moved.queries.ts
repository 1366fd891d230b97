import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { isAmong } from '../../db/engine-functions.ts';
import { chunksOf, insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { MovedRow, Tables } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { BATCH_SIZE } from '../long-work/long-work.queries.ts';
import type { TransactionType } from '../schemas.ts';
import { type Deletion, type Owned, possibleCategories, type Removed } from './removed.ts';

/** What the deletion of a category moved and is still where it, or a later deletion, moved it. */
export interface Moved {
  userId: string;
  deletion: Deletion;
  /** The deleted category, and its current type. */
  categoryId: string;
  type: TransactionType;
  /** The categories that the rows may be in; the empty id means none. */
  categories: string[];
}

export async function noteMoved(
  { tx, userId: user_id }: Owned,
  rows: readonly { id: string; category_id: string | null }[],
  { id: batch_id, deletedAt: deleted_at }: Deletion,
): Promise<void> {
  await insertMoved(
    tx,
    rows.map(({ id, category_id }) => ({
      user_id,
      batch_id,
      category_id: category_id ?? '',
      id,
      deleted_at,
    })),
  );
}

const insertMoved: (tx: Tx, rows: readonly MovedRow[]) => Promise<unknown> = insertRows(
  'moved_rows',
  ['user_id', 'batch_id', 'category_id', 'id', 'deleted_at'],
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

function selectMoved(
  db: Db,
  userId: string,
  deletionId: string,
): SelectQueryBuilder<Tables, 'moved_rows', { id: string }> {
  return db
    .selectFrom('moved_rows')
    .select('id')
    .where('user_id', '=', userId)
    .where('batch_id', '=', deletionId);
}

type Table =
  | 'transactions'
  | 'templates'
  | 'template_phases'
  | 'deleted_transactions'
  | 'deleted_templates'
  | 'deleted_payments';

export function isMoved(tx: Tx, table: Table, moved: Moved): RawBuilder<boolean> {
  const category = sql.ref(`${table}.category_id`);
  return sql`(${isNoted(table, moved)} and ${isAmong(tx, sql`coalesce(${category}, '')`, moved.categories)})`;
}

// Uses the whole primary key, because there may be very many notes.
function isNoted(table: Table, { userId, deletion, categoryId }: Moved): RawBuilder<boolean> {
  return sql`exists (
    select 1 from moved_rows as noted
    where noted.user_id = ${userId} and noted.batch_id = ${deletion.id}
      and noted.category_id = ${categoryId} and noted.id = ${keyIn(table)}
  )`;
}

// The format of `phaseKey`.
function keyIn(table: Table): RawBuilder<unknown> {
  if (table !== 'template_phases') return sql.ref(`${table}.id`);
  return sql`template_phases.template_id || ' ' || template_phases.until`;
}

export async function findMovedTemplates(tx: Tx, moved: Moved) {
  const movedIn = (table: 'templates' | 'deleted_templates') =>
    tx
      .selectFrom(table)
      .select(['id', 'category_id'])
      .where('user_id', '=', moved.userId)
      .where(isNoted(table, moved));
  return movedIn('templates').unionAll(movedIn('deleted_templates')).execute();
}

/** Including those in the trash. */
export async function findMovedPhases(tx: Tx, { userId, deletion, categoryId }: Moved): Promise<string[]> {
  const noted = selectMoved(tx, userId, deletion.id).where('category_id', '=', categoryId);
  return (await noted.where('id', 'like', '% %').execute()).map(({ id }) => id);
}

/** Payments that were deleted alone, of which later ones are expected, follow their category. */
export async function movePayments(
  owned: Owned,
  { from, to, deletion }: { from: string; to: string | null; deletion: Deletion },
): Promise<void> {
  const { tx, userId } = owned;
  const rows = await tx
    .updateTable('deleted_payments')
    .set({ category_id: to })
    .where('user_id', '=', userId)
    .where('category_id', '=', from)
    .returning('id')
    .execute();
  const noted = rows.map(({ id }) => ({ id, category_id: from }));
  await noteMoved(owned, noted, deletion);
}

export async function movePaymentsBack(tx: Tx, moved: Moved, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .updateTable('deleted_payments')
    .set({ category_id: moved.categoryId })
    .where('user_id', '=', moved.userId)
    .where('id', 'in', ids)
    .where(isMoved(tx, 'deleted_payments', moved))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Records what templates have generated since a deletion moved them, as if it had moved that too. */
export async function noteGenerated(tx: Tx, moved: Moved, templateIds: readonly string[]): Promise<void> {
  const { userId, deletion, categoryId } = moved;
  if (templateIds.length === 0) return;
  await sql`
    insert into moved_rows (user_id, batch_id, category_id, id, deleted_at)
    select user_id, cast(${deletion.id} as text), cast(${categoryId} as text), id, cast(${deletion.deletedAt} as text)
    from transactions
    where user_id = ${userId} and template_id is not null and template_id in (${sql.join(templateIds)})
      and is_detached is null and created_at >= ${deletion.deletedAt}
    on conflict (user_id, batch_id, category_id, id) do nothing
  `.execute(tx);
}

/** The ids, by category, of one batch of what a deletion moved and has been neither moved back nor forgotten yet. */
export async function findNoted(
  { tx, userId }: Owned,
  deletionId: string,
  categories: readonly string[],
): Promise<Map<string, string[]>> {
  const noted = await selectMoved(tx, userId, deletionId)
    .select('category_id')
    .where('category_id', 'in', categories)
    .orderBy('category_id')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();
  const byCategory = Map.groupBy(noted, ({ category_id }) => category_id);
  return new Map([...byCategory].map(([category, rows]) => [category, rows.map(({ id }) => id)]));
}

/**
 * Forgets moves of transactions or templates that have been given another category since: undoing the deletion leaves
 * them there.
 */
export async function forgetMoves(owned: Owned, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const { id, deletion } of await findRemoved(owned))
    await forgetMoved(owned.tx, { userId: owned.userId, deletion, categoryId: id }, ids);
}

export async function forgetMoved(
  tx: Tx,
  { userId, deletion, categoryId }: Pick<Moved, 'userId' | 'categoryId'> & { deletion: { id: string } },
  ids: readonly string[],
): Promise<void> {
  for (const chunk of chunksOf(ids))
    await tx
      .deleteFrom('moved_rows')
      .where('user_id', '=', userId)
      .where('batch_id', '=', deletion.id)
      .where('category_id', '=', categoryId)
      .where('id', 'in', chunk)
      .execute();
}

/**
 * Forgets other moves of what has just been moved back, so that undoing those deletions later does not move it again.
 * Earlier moves that led to the restored category are kept.
 */
export async function forgetPassed(
  tx: Tx,
  { userId, deletion, categoryId }: Moved,
  removed: readonly Removed[],
  ids: readonly string[],
): Promise<void> {
  for (const other of removed) {
    if (other.deletion.id === deletion.id) continue;
    const isLater = other.deletion.deletedAt > deletion.deletedAt;
    if (isLater || !possibleCategories(removed, other).includes(categoryId))
      await forgetMoved(tx, { userId, deletion: other.deletion, categoryId: other.id }, ids);
  }
}

/** The categories that can be restored, including those whose deletion is under way; the latest first. */
export async function findRemoved({ tx, userId }: Owned): Promise<Removed[]> {
  const rows = await tx
    .selectFrom('deleted_categories')
    .select(['batch_id', 'id', 'moved_to', 'deleted_at'])
    .where('user_id', '=', userId)
    .orderBy('deleted_at', 'desc')
    .orderBy('batch_id', 'desc')
    .execute();
  return rows.map(({ batch_id, id, moved_to, deleted_at }) => ({
    id,
    movedTo: moved_to,
    deletion: { id: batch_id, deletedAt: deleted_at },
  }));
}
