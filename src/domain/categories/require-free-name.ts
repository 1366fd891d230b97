import type { CategoryRow } from '../../db/tables.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { DomainError } from '../error.ts';
import type { Tx } from '../transact.ts';
import { nameOf } from './name.ts';
import { nameKey } from './name-key.ts';
import { findCategories } from './queries.ts';

/**
 * Refuses a name that another category of the type carries in either language; hidden defaults give theirs free.
 * @throws DomainError CATEGORY_EXISTS (409) that names the field
 */
export async function requireFreeName(
  tx: Tx,
  userId: string,
  { name, type, id }: Pick<CategoryRow, 'name' | 'type'> & { id?: string },
): Promise<void> {
  const key = nameKey(name);
  const taken = (await findCategories(tx, userId)).some(
    (row) => row.type === type && row.id !== id && row.is_hidden === 0 && namesOf(row).includes(key),
  );
  if (taken) {
    throw new DomainError('CATEGORY_EXISTS', 409, {
      fields: [{ field: 'name', message: 'errors:CATEGORY_EXISTS' }],
    });
  }
}

function namesOf(row: CategoryRow): string[] {
  return LOCALES.map((locale) => nameKey(nameOf(row, locale)));
}
