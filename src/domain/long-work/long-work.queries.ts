import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { LongWorkBatchRow, LongWorkRow, Tables } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

/** Transactions in one batch of a bulk change, and so in one database transaction; this limits how long others wait. */
export const BATCH_SIZE = 100;

/** Few, because those of files are large. */
const BATCHES_DELETED = 5;

type Key = Pick<LongWorkRow, 'user_id' | 'id'>;

/** The ids of the transactions as a JSON array, and their number. */
export type Batch = Pick<LongWorkBatchRow, 'content' | 'count'>;

/** Splits a selection of rows with distinct ids into batches, ordered by id. */
export function cutIntoBatches(
  db: Db,
  rows: SelectQueryBuilder<Tables, never, { id: string }>,
): Promise<Batch[]> {
  return cutNumbered(
    db,
    sql`select id, row_number() over (order by id) - 1 as place from (${rows}) as chosen`,
  );
}

/** As `cutIntoBatches`, for rows whose `place` numbers them in another order, from 0. */
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

/** A batch with the same number is replaced. */
export const storeBatches = insertRows('long_work_batches', BATCH, (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['user_id', 'work_id', 'number'])
      .doUpdateSet(({ ref }) => ({ content: ref('excluded.content') })),
  ),
);

export function findWork(db: Db, { user_id, id }: Key): Promise<LongWorkRow | undefined> {
  const key = { user_id, id };
  return db
    .selectFrom('long_work')
    .selectAll()
    .where(({ and }) => and(key))
    .executeTakeFirst();
}

export function findUnfinished(db: Db, userId: string): Promise<LongWorkRow[]> {
  return db
    .selectFrom('long_work')
    .selectAll()
    .where('user_id', '=', userId)
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .execute();
}

/** Unfinished work that nobody has touched since an instant, or whose last instant is later than `latest`. */
export function findStale(db: Db, since: string, latest: string): Promise<LongWorkRow[]> {
  return db
    .selectFrom('long_work')
    .selectAll()
    .where('finished_at', 'is', null)
    .where(({ eb, or }) => or([eb('touched_at', '<=', since), eb('touched_at', '>', latest)]))
    .orderBy('touched_at')
    .execute();
}

export function findLatestImport(db: Db, userId: string, now: string): Promise<LongWorkRow | undefined> {
  return db
    .selectFrom('long_work')
    .selectAll()
    .where(({ and }) => and({ user_id: userId, kind: 'import' }))
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Expires a person's files that wait to be imported, or one of them; returns their number. */
export async function expireWaiting(
  db: Db,
  key: Pick<Key, 'user_id'> & Partial<Key>,
  now: string,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('long_work')
    .set({ expires_at: now })
    .where(({ and }) => and({ ...key, kind: 'import' }))
    .where('started_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Expires a person's imports that are done or undone, but for one; returns their number. */
export async function expireEarlierImports(db: Db, { user_id, id }: Key, now: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('long_work')
    .set({ expires_at: now })
    .where('user_id', '=', user_id)
    .where('id', '!=', id)
    .where('kind', 'in', ['import', 'undo'])
    .where('finished_at', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function updateWork(
  db: Db,
  { user_id, id, ...changes }: Key & Partial<LongWorkRow>,
): Promise<void> {
  const key = { user_id, id };
  await db
    .updateTable('long_work')
    .set(changes)
    .where(({ and }) => and(key))
    .execute();
}

export function findBatch(db: Db, { user_id, id: work_id }: Key, number: number) {
  const key = { user_id, work_id, number };
  return db
    .selectFrom('long_work_batches')
    .selectAll()
    .where(({ and }) => and(key))
    .executeTakeFirst();
}

export function findLastBatch(db: Db, { user_id, id: work_id }: Key) {
  return db
    .selectFrom('long_work_batches')
    .selectAll()
    .where(({ and }) => and({ user_id, work_id }))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function deleteBatch(
  tx: Tx,
  { user_id, work_id, number }: Pick<LongWorkBatchRow, 'user_id' | 'work_id' | 'number'>,
): Promise<void> {
  const key = { user_id, work_id, number };
  await tx
    .deleteFrom('long_work_batches')
    .where(({ and }) => and(key))
    .execute();
}

/**
 * Deletes some batches of expired work that is not running, or the work itself once it has none; of all people or of
 * one.
 * @returns whether there was any
 */
export async function deleteSomeExpired(db: Db, now: string, userId?: string): Promise<boolean> {
  const work = await db
    .selectFrom('long_work')
    .select(['user_id', 'id'])
    .where('expires_at', '<=', now)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .where(({ eb, or }) => or([eb('started_at', 'is', null), eb('finished_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  if (!work) return false;
  const { user_id, id: work_id } = work;
  const batches = db.selectFrom('long_work_batches').where(({ and }) => and({ user_id, work_id }));
  const { numDeletedRows } = await db
    .deleteFrom('long_work_batches')
    .where(({ and }) => and({ user_id, work_id }))
    .where('number', 'in', batches.select('number').limit(BATCHES_DELETED))
    .executeTakeFirst();
  if (numDeletedRows === 0n)
    await db
      .deleteFrom('long_work')
      .where(({ and }) => and(work))
      .execute();
  return true;
}
