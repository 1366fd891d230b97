import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { ActivityRow, Tables } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

/** `from` and `to` are instants; `to` is exclusive. */
export interface ActivityFilter {
  adminId?: string | undefined;
  type?: string | undefined;
  personId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Also counts the entry in the totals of its day. */
export async function insertEntry(tx: Tx, row: ActivityRow): Promise<void> {
  await tx.insertInto('activity').values(row).execute();
  await tx
    .insertInto('activity_totals')
    .values({
      date: row.created_at.slice(0, 10),
      action_type: row.action_type,
      admin_id: row.admin_id ?? '',
      count: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['date', 'action_type', 'admin_id'])
        .doUpdateSet({ count: sql<number>`activity_totals.count + 1` }),
    )
    .execute();
}

export function findEntry(db: Db, id: string): Promise<ActivityRow | undefined> {
  return db.selectFrom('activity').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findEntries(
  db: Db,
  filter: ActivityFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ActivityRow[]> {
  return matching(db.selectFrom('activity'), filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function findEntriesAfter(
  db: Db,
  filter: ActivityFilter,
  last: Pick<ActivityRow, 'created_at' | 'id'> | null,
  limit: number,
): Promise<ActivityRow[]> {
  let query = matching(db.selectFrom('activity'), filter).selectAll();
  if (last)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(last.created_at, last.id)),
    );
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Counts row by row; `sumEntries` is faster for whole days. */
export async function countEntries(db: Db, filter: ActivityFilter): Promise<number> {
  const row = await matching(db.selectFrom('activity'), filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Sums the totals of whole days in UTC; `toDay` is exclusive. */
export async function sumEntries(db: Db, filter: DayFilter): Promise<number> {
  const row = await days(db, filter)
    .select(sql<number>`coalesce(sum(count), 0)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function entriesByDay(db: Db, filter: DayFilter): Promise<{ date: string; count: number }[]> {
  const rows = await days(db, filter)
    .select(['date', sql<number>`sum(count)`.as('count')])
    .groupBy('date')
    .orderBy('date', 'desc')
    .execute();
  return rows.map(({ date, count }) => ({ date, count: Number(count) }));
}

export async function entriesByType(db: Db, filter: DayFilter) {
  const rows = await days(db, filter)
    .select(['action_type', sql<number>`sum(count)`.as('count')])
    .groupBy('action_type')
    .orderBy(sql`sum(count)`, 'desc')
    .orderBy('action_type')
    .execute();
  return rows.map(({ action_type, count }) => ({ action_type, count: Number(count) }));
}

export async function findActingAdmins(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('activity_totals')
    .select('admin_id')
    .distinct()
    .where('admin_id', '!=', '')
    .execute();
  return rows.map(({ admin_id }) => admin_id);
}

interface DayFilter {
  adminId?: string | undefined;
  type?: string | undefined;
  fromDay?: string | undefined;
  toDay?: string | undefined;
}

function days(db: Db, { adminId, type, fromDay, toDay }: DayFilter) {
  let query = db.selectFrom('activity_totals');
  if (fromDay) query = query.where('date', '>=', fromDay);
  if (toDay) query = query.where('date', '<', toDay);
  if (type) query = query.where('action_type', '=', type);
  if (adminId) query = query.where('admin_id', '=', adminId);
  return query;
}

function matching<Output>(
  query: SelectQueryBuilder<Tables, 'activity', Output>,
  { adminId, type, personId, from, to }: ActivityFilter,
) {
  let narrowed = query;
  if (from) narrowed = narrowed.where('created_at', '>=', from);
  if (to) narrowed = narrowed.where('created_at', '<', to);
  if (type) narrowed = narrowed.where('action_type', '=', type);
  if (adminId) narrowed = narrowed.where('admin_id', '=', adminId);
  if (personId) narrowed = narrowed.where('target_id', '=', personId);
  return narrowed;
}

/** Deletes up to `most` entries before a day in UTC; `false` once none are left. */
export async function deleteEntriesBefore(db: Db, day: string, most: number): Promise<boolean> {
  const result = await db
    .deleteFrom('activity')
    .where('id', 'in', (query) =>
      query
        .selectFrom('activity')
        .select('id')
        .where('created_at', '<', day)
        .orderBy('created_at')
        .limit(most),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

export async function deleteTotalsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('activity_totals').where('date', '<', day).execute();
}
