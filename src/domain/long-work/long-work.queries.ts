import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { LongWorkBatchRow, LongWorkRow, Tables } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

/** Transactions in one batch of a bulk change, and so in one database transaction: others wait no longer than for that. */
export const BATCH_SIZE = 100;

/** Batches of files that are deleted at once. */
const BATCHES_DELETED = 5;

type Key = Pick<LongWorkRow, 'user_id' | 'id'>;

/** The ids of the transactions of a batch as a JSON array, and their number. */
export type Batch = Pick<LongWorkBatchRow, 'content' | 'count'>;

/** Cuts a selection of rows with different ids into batches, in the order of the ids. */
export function cutIntoBatches(
  db: Db,
  rows: SelectQueryBuilder<Tables, never, { id: string }>,
): Promise<Batch[]> {
  return cutNumbered(
    db,
    sql`select id, row_number() over (order by id) - 1 as place from (${rows}) as chosen`,
  );
}

/** The same of rows whose `place` counts them in another order, from 0. */
export async function cutNumbered(db: Db, numbered: Expression<unknown>): Promise<Batch[]> {
  const { rows: batches } = await sql<Batch>`
    select '["' || string_agg(id, '","' order by place) || '"]' as content, count(*) as count
    from (${numbered}) as numbered
    group by place / ${sql.lit(BATCH_SIZE)} order by min(place)
  `.execute(db);
  return batches;
}

export async function insertWork(db: Db, row: LongWorkRow, batches: readonly Batch[] = []): Promise<void> {
  const { user_id, id: work_id } = row;
  await db.insertInto('long_work').values(row).execute();
  await storeBatches(
    db,
    batches.map((batch, number) => ({ ...batch, user_id, work_id, number })),
  );
}

const BATCH = [
  'user_id',
  'work_id',
  'number',
  'count',
  'content',
] as const satisfies (keyof LongWorkBatchRow)[];

/** Stores batches; one of the same number is replaced. */
export const storeBatches = insertRows('long_work_batches', BATCH, (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['user_id', 'work_id', 'number'])
      .doUpdateSet(({ ref }) => ({ content: ref('excluded.content') })),
  ),
);

export function findWork(db: Db, { user_id, id }: Key): Promise<LongWorkRow | undefined> {
  return db
    .selectFrom('long_work')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The work of a person that is under way. */
export function findUnfinished(db: Db, userId: string): Promise<LongWorkRow[]> {
  return db
    .selectFrom('long_work')
    .selectAll()
    .where('user_id', '=', userId)
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .execute();
}

/** The work of all people that is under way, and of which nobody has done a batch since an instant. */
export function findStale(db: Db, since: string): Promise<LongWorkRow[]> {
  return db
    .selectFrom('long_work')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('touched_at', '<=', since)
    .orderBy('touched_at')
    .execute();
}

/** The latest import of a person that can be begun or undone. */
export function findLatestImport(db: Db, userId: string, now: string): Promise<LongWorkRow | undefined> {
  return db
    .selectFrom('long_work')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'import')
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Lets files that wait to be imported expire, all that a person has sent or one of them; returns what did. */
export function expireWaiting(
  db: Db,
  { user_id, id }: Pick<Key, 'user_id'> & Partial<Key>,
  now: string,
): Promise<Key[]> {
  return db
    .updateTable('long_work')
    .set({ expires_at: now })
    .where('user_id', '=', user_id)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .where('kind', '=', 'import')
    .where('started_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'id'])
    .execute();
}

export function findBatch(
  db: Db,
  { user_id, id }: Key,
  number: number,
): Promise<LongWorkBatchRow | undefined> {
  return db
    .selectFrom('long_work_batches')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('work_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** Deletes a batch of some work, or all that it has. */
export async function deleteBatches(tx: Tx, { user_id, id }: Key, number?: number): Promise<void> {
  await tx
    .deleteFrom('long_work_batches')
    .where('user_id', '=', user_id)
    .where('work_id', '=', id)
    .$if(number !== undefined, (query) => query.where('number', '=', number ?? 0))
    .execute();
}

export async function updateWork(
  db: Db,
  { user_id, id, ...changes }: Key & Partial<LongWorkRow>,
): Promise<void> {
  await db
    .updateTable('long_work')
    .set(changes)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Some work of all people that has expired and is not under way. */
export function findExpired(db: Db, now: string, most: number): Promise<Key[]> {
  return db
    .selectFrom('long_work')
    .select(['user_id', 'id'])
    .where('expires_at', '<=', now)
    .where(({ eb, or }) => or([eb('started_at', 'is', null), eb('finished_at', 'is not', null)]))
    .limit(most)
    .execute();
}

/** Deletes some batches of some work, or the work once it has none; returns whether that is gone. */
export async function deleteSomeOf(db: Db, { user_id, id }: Key): Promise<boolean> {
  const some = db
    .selectFrom('long_work_batches')
    .select('number')
    .where('user_id', '=', user_id)
    .where('work_id', '=', id)
    .limit(BATCHES_DELETED);
  const { numDeletedRows } = await db
    .deleteFrom('long_work_batches')
    .where('user_id', '=', user_id)
    .where('work_id', '=', id)
    .where('number', 'in', some)
    .executeTakeFirst();
  if (numDeletedRows > 0) return false;
  await db.deleteFrom('long_work').where('user_id', '=', user_id).where('id', '=', id).execute();
  return true;
}
