import type { Db } from '../../db/open.ts';
import type { CategoryRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { DomainError } from '../error.ts';
import { findCategories } from './categories.queries.ts';
import { categoryNames } from './name.ts';
import { nameKey } from './words.ts';

/** Refuses a name that another category of the type has in any language. @throws DomainError CATEGORY_EXISTS (409) */
export async function requireFreeName(
  tx: Tx,
  userId: string,
  named: Pick<CategoryRow, 'name' | 'type'> & { id?: string },
): Promise<void> {
  const existing = await findNamed(tx, userId, named);
  if (!existing) return;
  // Lists do not show archived categories, so the message has to mention the archive.
  const message = existing.is_archived === 0 ? 'errors:CATEGORY_EXISTS' : 'errors:categoryNameArchived';
  throw new DomainError('CATEGORY_EXISTS', 409, { fields: [{ field: 'name', message }] });
}

/** The category of the type with a name in any language, except `id`; hidden defaults do not count. */
export async function findNamed(
  db: Db,
  userId: string,
  { name, type, id }: Pick<CategoryRow, 'name' | 'type'> & { id?: string },
): Promise<CategoryRow | undefined> {
  const key = nameKey(name);
  return (await findCategories(db, userId)).find(
    (row) =>
      row.type === type &&
      row.id !== id &&
      row.is_hidden === 0 &&
      categoryNames(row).map(nameKey).includes(key),
  );
}
