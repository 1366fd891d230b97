import type { Db } from '../../db/open.ts';
import type { CategoryRow } from '../../db/tables.ts';
import { findCategory } from '../categories/queries.ts';
import { notFound } from '../error.ts';

/** The person's own category of that id, or none. @throws DomainError NOT_FOUND that names the field */
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
