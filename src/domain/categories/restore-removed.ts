import type { CategoryRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { localeOfText } from '../../i18n/locales.ts';
import type { SignedIn } from '../context.ts';
import type { Actor } from '../ledger/in-pieces.ts';
import type { Ledger, RestorableCategory } from '../ledger/ledger.ts';
import { moveTemplatesBack } from '../recurring/templates/templates.queries.ts';
import { nextVersion } from '../version.ts';
import { findCategory, insertCategories, updateCategory } from './categories.queries.ts';
import { findNamed } from './free-name.ts';
import { categoryName } from './name.ts';
import { storedKey } from './name-key.ts';
import { CATEGORY_NAME_MAX } from './schema.ts';

/**
 * Restores categories that a deletion removed or hid, or would have, and moves their templates back, except those that
 * were given another category since.
 * @returns the new names of categories whose own were taken meanwhile
 */
export async function restoreCategories(
  ledger: Ledger,
  context: SignedIn,
  removed: RestorableCategory[],
): Promise<string[]> {
  const renamed: string[] = [];
  for (const one of removed) {
    const { type, newName } = await restoreRow(ledger.tx, context, one);
    if (newName) renamed.push(newName);
    const moved = await ledger.findMoved(one, type);
    await moveTemplatesBack(ledger.tx, moved);
    await ledger.noteGenerated(moved);
  }
  return renamed;
}

/**
 * Moves those of these transactions back that the deletion moved from one of the categories, except those that were given
 * another one since; without ids, some of those that it has left. A category that was removed again gets none.
 * @returns their number, and how many were looked at
 */
export async function moveTransactionsBack(
  ledger: Ledger,
  { viewer, now }: Actor,
  removed: RestorableCategory[],
  given?: string[],
): Promise<{ moved: number; found: number }> {
  const counts = { moved: 0, found: 0 };
  for (const one of removed) {
    const row = await findCategory(ledger.tx, viewer.id, one.category.id);
    const moved = await ledger.findMoved(one, row?.type ?? one.category.type);
    const ids = given ?? (await ledger.findNoted(moved));
    counts.found += ids.length;
    if (ids.length === 0) continue;
    if (row?.is_hidden === 0) counts.moved += await ledger.moveBack(moved, ids, now);
    else await ledger.forgetMoved(one, ids);
  }
  return counts;
}

/** Returns the type of the category now, and its new name if its own was taken. */
async function restoreRow(
  tx: Tx,
  { viewer, now, locale }: SignedIn,
  { category }: RestorableCategory,
): Promise<{ type: CategoryRow['type']; newName: string | null }> {
  const present = await findCategory(tx, viewer.id, category.id);
  // A default that its person has shown again meanwhile.
  if (present?.is_hidden === 0) return { type: present.type, newName: null };
  const row = present ?? category;
  const before = categoryName(row, locale);
  const name = await freeName(tx, { ...row, name: before });
  const restored = {
    ...(name === before ? row : renamedTo(row, name)),
    is_hidden: 0,
    is_archived: category.is_archived,
    updated_at: nextVersion(row, now),
  };
  if (present) await updateCategory(tx, restored);
  else await insertCategories(tx, [restored]);
  return { type: row.type, newName: name === before ? null : name };
}

/** The name of a category, with the lowest number that makes it free. */
async function freeName(tx: Tx, row: CategoryRow): Promise<string> {
  let name = row.name;
  for (let number = 2; await findNamed(tx, row.user_id, { ...row, name }); number += 1) {
    const end = ` (${number})`;
    // Not half of a letter that takes two places.
    name = row.name.slice(0, CATEGORY_NAME_MAX - end.length).replace(/[\uD800-\uDBFF]$/, '') + end;
  }
  return name;
}

// Like a default that its person renames, it becomes their own.
function renamedTo(row: CategoryRow, name: string): CategoryRow {
  return { ...row, default_key: null, name, name_key: storedKey(name), language: localeOfText(name) };
}
