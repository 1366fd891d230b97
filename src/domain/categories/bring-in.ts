import { chunksOf } from '../../db/chunks.ts';
import type { CategoryRow } from '../../db/tables.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { deleteCategory, findCategories, findCategory, insertCategories } from './categories.queries.ts';

const keyOf = ({ type, name_key }: Pick<CategoryRow, 'type' | 'name_key'>) => `${type} ${name_key}`;

/**
 * Adds categories to those of a person who uses none: each takes the place of the one of the same name, the same
 * default, or the same id, which an older backup has brought. Returns those that had to go.
 */
export async function bringInCategories(
  { tx }: Ledger,
  userId: string,
  rows: readonly CategoryRow[],
): Promise<CategoryRow[]> {
  const keys = new Set(rows.map(keyOf));
  const ids = new Set(rows.map(({ id }) => id));
  const there = await findCategories(tx, userId);
  const replaced = there.filter((row) => keys.has(keyOf(row)) || ids.has(row.id));
  for (const { id } of replaced) await deleteCategory(tx, userId, id);
  for (const some of chunksOf(rows)) await insertCategories(tx, some);
  return replaced;
}

/**
 * Takes out again what was brought in, and puts back what had to go. Categories that were changed since, or that are
 * used, stay.
 * @param brought the `updated_at` of each, by its id
 * @param isUsed whether a transaction or template has a category
 * @returns how many stayed
 */
export async function takeOutCategories(
  ledger: Ledger,
  userId: string,
  {
    brought,
    replaced,
    isUsed,
  }: {
    brought: ReadonlyMap<string, string>;
    replaced: readonly CategoryRow[];
    isUsed: (category: CategoryRow) => Promise<boolean>;
  },
): Promise<number> {
  let kept = 0;
  for (const [id, version] of brought) {
    const row = await findCategory(ledger.tx, userId, id);
    if (!row) continue;
    if (row.updated_at !== version || (await isUsed(row))) {
      kept += 1;
      continue;
    }
    await ledger.forgetCategory(id);
    await deleteCategory(ledger.tx, userId, id);
  }
  const there = await findCategories(ledger.tx, userId);
  const keys = new Set(there.map(keyOf));
  const ids = new Set(there.map(({ id }) => id));
  const back = replaced.filter((row) => !keys.has(keyOf(row)) && !ids.has(row.id));
  if (back.length > 0) await insertCategories(ledger.tx, back);
  return kept;
}
