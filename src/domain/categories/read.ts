import type { Db } from '../../db/open.ts';
import type { CategoryRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import { notFound } from '../error.ts';
import { countByCategory, findCategories, findCategory } from './categories.queries.ts';

/** A category and how many transactions it has. */
export interface CountedCategory {
  row: CategoryRow;
  count: number;
}

/** One of the viewer's categories. @throws DomainError NOT_FOUND, also for a default that they have hidden */
export async function readCategory({ db, viewer }: Reading, id: string): Promise<CountedCategory> {
  const row = await requireVisible(db, viewer.id, id);
  return { row, count: (await countByCategory(db, viewer.id)).get(id) ?? 0 };
}

/** The person's own category of that id; none without an id. @throws DomainError NOT_FOUND that names the field */
export async function requireCategory(
  db: Db,
  userId: string,
  id: string | null | undefined,
): Promise<CategoryRow | null> {
  if (!id) return null;
  const category = await findCategory(db, userId, id);
  if (!category) throw notFound([{ field: 'categoryId', message: 'errors:categoryMissing' }]);
  return category;
}

/** A category of the person that is not hidden. @throws DomainError NOT_FOUND */
export async function requireVisible(db: Db, userId: string, id: string): Promise<CategoryRow> {
  const row = await findCategory(db, userId, id);
  if (!row || row.is_hidden === 1) throw notFound();
  return row;
}

/** A person's categories by their id, hidden and archived ones included. */
export async function categoriesById({
  db,
  viewer,
}: Pick<Reading, 'db'> & { viewer: { id: string } }): Promise<Map<string, CategoryRow>> {
  return new Map((await findCategories(db, viewer.id)).map((row) => [row.id, row]));
}

/** All of the viewer's categories in the order of their creation, hidden and archived ones included. */
export function readCategories({
  db,
  viewer,
}: Pick<Reading, 'db'> & { viewer: { id: string } }): Promise<CategoryRow[]> {
  return findCategories(db, viewer.id);
}
