import type { CategoryRow } from '../../db/tables.ts';
import { LOCALES } from '../../i18n/locales.ts';
import type { Tx } from '../transact.ts';
import { nameOf } from './name.ts';
import { nameKey } from './name-key.ts';
import { findCategories } from './queries.ts';

/**
 * The category of the type that carries a name in either language, in any case, other than the one of
 * `id`; hidden defaults give theirs free.
 */
export async function findNamed(
  tx: Tx,
  userId: string,
  { name, type, id }: Pick<CategoryRow, 'name' | 'type'> & { id?: string },
): Promise<CategoryRow | undefined> {
  const key = nameKey(name);
  return (await findCategories(tx, userId)).find(
    (row) => row.type === type && row.id !== id && row.is_hidden === 0 && namesOf(row).includes(key),
  );
}

function namesOf(row: CategoryRow): string[] {
  return LOCALES.map((locale) => nameKey(nameOf(row, locale)));
}
