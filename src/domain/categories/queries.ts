import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { CategoryRow } from '../../db/tables.ts';

/** A person's categories, in the order they were made; hidden defaults too, since old transactions still name them. */
export const findCategories = prepared((db, userId: string) =>
  db.selectFrom('categories').selectAll().where('user_id', '=', userId).orderBy('user_id').orderBy('id'),
);

export function findCategory(db: Db, userId: string, id: string): Promise<CategoryRow | undefined> {
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

/** How many transactions each category of a person has; the empty id stands for none. */
export async function countByCategory(db: Db, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('monthly_totals')
    .select((expression) => ['category_id', expression.fn.sum<number>('count').as('count')])
    .where('user_id', '=', userId)
    .groupBy('category_id')
    .execute();
  return new Map(rows.map(({ category_id, count }) => [category_id, count]));
}
