import { chunksOf } from '../../db/insert-rows.ts';
import type { CategoryRow } from '../../db/tables.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { forgetCategory } from '../ledger/moves.ts';
import { isOpening } from '../ledger/opening.ts';
import { deleteCategory, findCategories, findCategory, insertCategories } from './categories.queries.ts';
import { categoryNames } from './name.ts';
import { nameKey } from './words.ts';

const keyOf = ({ type, name_key }: Pick<CategoryRow, 'type' | 'name_key'>) => `${type} ${name_key}`;

/** The names of categories in every language; those of hidden defaults are free, and opening balances always stay. */
const namesOf = (rows: readonly CategoryRow[]): string[] =>
  rows
    .filter(({ id, is_hidden }) => is_hidden === 0 && !isOpening(id))
    .flatMap((row) => categoryNames(row).map((name) => `${row.type} ${nameKey(name)}`));

/** Whether categories leave no room for another one: its key, its id or one of its names is theirs. */
function takenBy(rows: readonly CategoryRow[]): (row: CategoryRow) => boolean {
  const keys = new Set(rows.map(keyOf));
  const ids = new Set(rows.map(({ id }) => id));
  const names = new Set(namesOf(rows));
  return (row) => keys.has(keyOf(row)) || ids.has(row.id) || namesOf([row]).some((name) => names.has(name));
}

/**
 * Adds categories to those of a person who uses none: each takes the place of those of the same name, the same default,
 * or the same id, which an older backup has brought. Returns those that had to go.
 * @param isAll whether these are all that the person shall have
 */
export async function importCategories(
  { tx }: Ledger,
  userId: string,
  { rows, isAll }: { rows: readonly CategoryRow[]; isAll: boolean },
): Promise<CategoryRow[]> {
  const isTaken = takenBy(rows);
  const there = await findCategories(tx, userId);
  const replaced = there.filter((row) => isTaken(row) || (isAll && !isOpening(row.id)));
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
    await forgetCategory(ledger, id);
    await deleteCategory(ledger.tx, userId, id);
  }
  const isTaken = takenBy(await findCategories(ledger.tx, userId));
  const back = replaced.filter((row) => !isTaken(row));
  if (back.length > 0) await insertCategories(ledger.tx, back);
  return kept;
}
