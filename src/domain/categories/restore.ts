import type { CategoryRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction } from '../transact.ts';
import { nextVersion } from '../transactions/version.ts';
import { nameOf } from './name.ts';
import { findCategory, updateCategory } from './queries.ts';
import { requireFreeName } from './require-free-name.ts';

/**
 * Brings an archived category or a hidden default back.
 * @throws DomainError NOT_FOUND, or CATEGORY_EXISTS (409) when the name of a hidden default was given away meanwhile
 */
export async function restoreCategory(
  { db, viewer, now, locale }: SignedIn,
  id: string,
): Promise<CategoryRow> {
  return inTransaction(db, async (tx) => {
    await markChanged(tx, viewer.id);
    const before = await findCategory(tx, viewer.id, id);
    if (!before) throw notFound();
    const { type } = before;
    if (before.is_hidden === 1) {
      await requireFreeName(tx, viewer.id, { name: nameOf(before, locale), type, id });
    }
    const row = { ...before, is_archived: 0, is_hidden: 0, updated_at: nextVersion(before, now) };
    await updateCategory(tx, row);
    return row;
  });
}
