import type { Db } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import { isCounted } from '../../ledger/uncounted.queries.ts';
import type { Described } from '../categories.queries.ts';

/** The months in which each category has transactions, oldest first, including future ones; minor units. */
export const monthsOfCategories = prepared((db, user: string) =>
  db
    .selectFrom('monthly_totals')
    .select(({ fn }) => [
      'category_id',
      'month',
      fn.sum<number>('amount').as('amount'),
      fn.sum<number>('count').as('count'),
    ])
    .where('user_id', '=', user)
    .where('count', '>', 0)
    .where('type', '!=', 'uncounted')
    .groupBy(['category_id', 'month'])
    .orderBy('month'),
);

/** What each category has in a range of days; minor units. */
export const sumsOfCategories = prepared((db, user: string, from: string, to: string) =>
  db
    .selectFrom('daily_totals')
    .select(({ fn }) => [
      'category_id',
      fn.sum<number>('amount').as('amount'),
      fn.sum<number>('count').as('count'),
    ])
    .where('user_id', '=', user)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('type', '!=', 'uncounted')
    .groupBy('category_id'),
);

/** Newest first; minor units. */
export const daysOfCategory = prepared((db, user: string, category: string, from: string, to: string) =>
  db
    .selectFrom('daily_totals')
    .select(({ fn }) => ['date', fn.sum<number>('amount').as('amount'), fn.sum<number>('count').as('count')])
    .where('user_id', '=', user)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('category_id', '=', category)
    .where('count', '>', 0)
    .where('type', '!=', 'uncounted')
    .groupBy('date')
    .orderBy('date', 'desc'),
);

export const latestDaysOfCategory = prepared(
  (db, user: string, category: string, to: string, limit: string) =>
    db
      .selectFrom('daily_totals')
      .select('date')
      .distinct()
      .where('user_id', '=', user)
      .where('date', '<=', to)
      .where('category_id', '=', category)
      .where('count', '>', 0)
      .where('type', '!=', 'uncounted')
      .orderBy('date', 'desc')
      .limit(limit as unknown as number),
);

export interface DescribedSum extends Described {
  amount: number;
}

/** A limit that is never reached; without one, SQLite would drop the order of the subquery. */
const MOST = 1_000_000_000;

export async function findDescriptionsOn(
  db: Db,
  userId: string,
  category: string,
  days: readonly string[],
): Promise<DescribedSum[]> {
  if (days.length === 0) return [];
  const counts = await isCounted(db, userId);
  // The order makes SQLite use the index by date; for the groups alone it reads all of the person's rows.
  const ordered = db
    .selectFrom('transactions')
    .select(['category_id', 'description', 'merchant_name', 'amount'])
    .where('user_id', '=', userId)
    .where('date', 'in', days)
    .where('category_id', '=', category)
    .$if(counts !== undefined, (query) => query.where(counts as NonNullable<typeof counts>))
    .orderBy('date', 'desc')
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST);
  return db
    .selectFrom(ordered.as('ordered'))
    .select(({ fn }) => [
      'category_id',
      'description',
      'merchant_name',
      fn.sum<number>('amount').as('amount'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy(['category_id', 'description', 'merchant_name'])
    .execute();
}
