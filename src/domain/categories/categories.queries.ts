import { sql } from 'kysely';
import { chunksOf } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { CategoryRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { endOfMonth, monthOf, startOfMonth } from '../calendar.ts';
import { couldBeId } from '../id.ts';
import { isCounted } from '../ledger/uncounted.queries.ts';
import { type Batch, cutIntoBatches } from '../long-work/long-work.queries.ts';

/** In the order of creation, including hidden ones, because old transactions refer to them. */
export const findCategories = prepared((db, userId: string) =>
  db.selectFrom('categories').selectAll().where('user_id', '=', userId).orderBy('user_id').orderBy('id'),
);

export async function findCategory(db: Db, userId: string, id: string): Promise<CategoryRow | undefined> {
  if (!couldBeId(id)) return undefined;
  return db
    .selectFrom('categories')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertCategories(db: Db, rows: CategoryRow[]): Promise<void> {
  await db.insertInto('categories').values(rows).execute();
}

/** Leaves the type out, which SQLite would check against each of the person's transactions. */
export async function updateCategory(tx: Tx, { user_id, id, type: _type, ...changes }: CategoryRow) {
  await tx
    .updateTable('categories')
    .set(changes)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Only for a category without transactions and templates. */
export async function updateType(tx: Tx, { user_id, id, type }: CategoryRow): Promise<void> {
  await tx
    .updateTable('categories')
    .set({ type })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteCategories(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids))
    await tx.deleteFrom('categories').where('user_id', '=', userId).where('id', 'in', some).execute();
}

export function findBatchesOf(db: Db, userId: string, ids: readonly string[]): Promise<Batch[]> {
  const query = db.selectFrom('transactions').select('id').where('user_id', '=', userId);
  return cutIntoBatches(db, query.where('category_id', 'in', ids));
}

/** The empty id is that of no category. */
export async function countByCategory(db: Db, userId: string): Promise<Map<string, number>> {
  return new Map([...(await figuresByCategory(db, userId))].map(([id, { count }]) => [id, count]));
}

/** Over all time, in minor units, of accounts that count; their number is that of all. The empty id is that of no category. */
export async function figuresByCategory(db: Db, userId: string) {
  const rows = await db
    .selectFrom('monthly_totals')
    .select((expression) => [
      'category_id',
      sql<number>`sum(case when type = 'uncounted' then 0 else amount end)`.as('amount'),
      expression.fn.sum<number>('count').as('count'),
    ])
    .where('user_id', '=', userId)
    .groupBy('category_id')
    .execute();
  return new Map(rows.map(({ category_id, amount, count }) => [category_id, { amount, count }]));
}

type Population = 'counted' | 'all';

const lastDaysWithin = (of: Population) =>
  prepared((db, user: string, from: string, to: string) =>
    db
      .selectFrom('daily_totals')
      .select(({ fn }) => ['category_id', fn.max('date').as('date')])
      .where('user_id', '=', user)
      .where('date', '>=', from)
      .where('date', '<=', to)
      .where('count', '>', 0)
      .$if(of === 'counted', (query) => query.where('type', '!=', 'uncounted'))
      .groupBy('category_id'),
  );

const lastMonthsBefore = (of: Population) =>
  prepared((db, user: string, month: string) =>
    db
      .selectFrom('monthly_totals')
      .select(({ fn }) => ['category_id', fn.max('month').as('month')])
      .where('user_id', '=', user)
      .where('month', '<', month)
      .where('count', '>', 0)
      .$if(of === 'counted', (query) => query.where('type', '!=', 'uncounted'))
      .groupBy('category_id'),
  );

const LAST = {
  all: { days: lastDaysWithin('all'), months: lastMonthsBefore('all') },
  counted: { days: lastDaysWithin('counted'), months: lastMonthsBefore('counted') },
};

/** The last day up to `today` on which each category was used; the empty id is that of no category. */
export async function lastDates(
  db: Db,
  userId: string,
  today: string,
  of: Population = 'all',
): Promise<Map<string, string>> {
  const last = LAST[of];
  const dates = new Map<string, string>();
  for (const { category_id, date } of await last.days(db, userId, startOfMonth(today), today))
    dates.set(category_id, date);
  const earlier = (await last.months(db, userId, monthOf(today))).filter(
    ({ category_id }) => !dates.has(category_id),
  );
  for (const [month, rows] of Map.groupBy(earlier, (row) => row.month)) {
    const ids = new Set(rows.map(({ category_id }) => category_id));
    const [from, to] = [`${month}-01`, endOfMonth(`${month}-01`)];
    for (const { category_id, date } of await last.days(db, userId, from, to))
      if (ids.has(category_id)) dates.set(category_id, date);
  }
  return dates;
}

/** The number of transactions with a description; `category_id` is null for uncategorized ones. */
export interface Described {
  category_id: string | null;
  description: string;
  merchant_name: string | null;
  count: number;
}

/** @param of whose accounts: of `counted`, in analytics; of `all`, where words are learned */
export async function findDescriptions(
  db: Db,
  userId: string,
  { from, to, most, of = 'all' }: { from?: string; to: string; most: number; of?: Population },
): Promise<Described[]> {
  const counts = of === 'counted' ? await isCounted(db, userId) : undefined;
  let latest = db
    .selectFrom('transactions')
    .select(['category_id', 'description', 'merchant_name'])
    .where('user_id', '=', userId)
    .where('transfer_id', 'is', null)
    .where('date', '<=', to);
  if (from) latest = latest.where('date', '>=', from);
  if (counts) latest = latest.where(counts);
  return db
    .selectFrom(
      latest.orderBy('date', 'desc').orderBy('time', 'desc').orderBy('id', 'desc').limit(most).as('latest'),
    )
    .select(['category_id', 'description', 'merchant_name', sql<number>`count(*)`.as('count')])
    .groupBy(['category_id', 'description', 'merchant_name'])
    .execute();
}
