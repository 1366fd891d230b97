import type { CategoryRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { localeOfText } from '../../i18n/locales.ts';
import type { Writing } from '../context.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { findNoted, forgetMoved } from '../ledger/moved.queries.ts';
import { findMoved, moveBack, noteGenerated } from '../ledger/moves.ts';
import type { RestorableCategory } from '../ledger/removed.ts';
import { beginningOf } from '../letters.ts';
import type { Actor } from '../long-work/long-work.ts';
import { moveTemplatesBack } from '../recurring/templates/templates.queries.ts';
import { nextVersion } from '../version.ts';
import { findCategory, insertCategories, updateCategory } from './categories.queries.ts';
import { findNamed } from './free-name.ts';
import { categoryName } from './name.ts';
import { CATEGORY_NAME_MAX } from './schema.ts';
import { storedKey } from './words.ts';

/** Restores categories and their templates; returns the new names of those whose old names were taken. */
export async function restoreCategories(
  ledger: Ledger,
  context: Writing,
  removed: RestorableCategory[],
): Promise<string[]> {
  const renamed: string[] = [];
  for (const removal of removed) {
    const { type, newName } = await restoreRow(ledger.tx, context, removal);
    if (newName) renamed.push(newName);
    const moved = await findMoved(ledger, removal, type);
    await moveTemplatesBack(ledger.tx, moved);
    await noteGenerated(ledger, moved);
  }
  return renamed;
}

/**
 * Moves back some of the transactions that one deletion moved, except those whose category has changed since. A
 * category that was removed again gets none.
 * @returns how many were moved, and how many were examined
 */
export async function moveTransactionsBack(
  ledger: Ledger,
  { viewer, now }: Actor,
  removed: RestorableCategory[],
): Promise<{ moved: number; found: number }> {
  const counts = { moved: 0, found: 0 };
  const [first] = removed;
  if (!first) return counts;
  const categories = removed.map(({ category }) => category.id);
  const noted = await findNoted(ledger, first.deletion.id, categories);
  for (const removal of removed) {
    const ids = noted.get(removal.category.id);
    if (!ids) continue;
    counts.found += ids.length;
    const row = await findCategory(ledger.tx, viewer.id, removal.category.id);
    const { deletion, category } = removal;
    if (row?.is_hidden !== 0)
      await forgetMoved(ledger.tx, { userId: viewer.id, deletion, categoryId: category.id }, ids);
    else counts.moved += await moveBack(ledger, await findMoved(ledger, removal, row.type), ids, now);
  }
  return counts;
}

async function restoreRow(
  tx: Tx,
  { viewer, now, locale }: Writing,
  { category }: RestorableCategory,
): Promise<{ type: CategoryRow['type']; newName: string | null }> {
  const present = await findCategory(tx, viewer.id, category.id);
  // The person has already restored this default.
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

async function freeName(tx: Tx, row: CategoryRow): Promise<string> {
  let name = row.name;
  for (let number = 2; await findNamed(tx, row.user_id, { ...row, name }); number += 1) {
    const end = ` (${number})`;
    name = beginningOf(row.name, CATEGORY_NAME_MAX - end.length) + end;
  }
  return name;
}

// A renamed default becomes the person's own category.
function renamedTo(row: CategoryRow, name: string): CategoryRow {
  return { ...row, default_key: null, name, name_key: storedKey(name), language: localeOfText(name) };
}
