import type { Db } from '../../db/open.ts';
import { ACCOUNT_SUMS, COUNTED_COLUMNS } from './totals-changes.ts';

export async function findPeopleAfter(db: Db, id: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>', id)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}

export async function countPeople(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The columns that the totals depend on, of the user's next transactions by id. */
export function findCounted(db: Db, userId: string, after: string, most: number) {
  return db
    .selectFrom('transactions')
    .select(['id', ...COUNTED_COLUMNS])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
}

export async function findStoredSums(db: Db, userId: string) {
  const totals = ['type', 'category_id', 'amount', 'count'] as const;
  const daily = db.selectFrom('daily_totals').select(['date as period', ...totals]);
  const monthly = db.selectFrom('monthly_totals').select(['month as period', ...totals]);
  return {
    daily: await daily.where('user_id', '=', userId).execute(),
    monthly: await monthly.where('user_id', '=', userId).execute(),
    accounts: await db
      .selectFrom('account_totals')
      .select(['account_id', 'month', ...ACCOUNT_SUMS])
      .where('user_id', '=', userId)
      .execute(),
    categories: await db
      .selectFrom('account_category_totals')
      .selectAll()
      .where('user_id', '=', userId)
      .execute(),
    facets: await db.selectFrom('monthly_facets').selectAll().where('user_id', '=', userId).execute(),
  };
}
