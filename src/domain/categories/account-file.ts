import { chunksOf } from '../../db/insert-rows.ts';
import type { CategoryRow } from '../../db/tables.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { forgetCategories } from '../ledger/moves.ts';
import { isReserved } from '../ledger/reserved-categories.ts';
import { deleteCategories, findCategories, insertCategories } from './categories.queries.ts';
import { categoryNames } from './name.ts';
import { nameKey } from './words.ts';

const keyOf = ({ type, name_key }: Pick<CategoryRow, 'type' | 'name_key'>) => `${type} ${name_key}`;

/** Names in every language; hidden defaults do not reserve theirs, and opening balances always stay. */
const namesOf = (rows: readonly CategoryRow[]): string[] =>
  rows
    .filter(({ id, is_hidden }) => is_hidden === 0 && !isReserved(id))
    .flatMap((row) => categoryNames(row).map((name) => `${row.type} ${nameKey(name)}`));

/** Returns whether a category conflicts with `rows` by its key, its id or one of its names. */
function takenBy(rows: readonly CategoryRow[]): (row: CategoryRow) => boolean {
  const keys = new Set(rows.map(keyOf));
  const ids = new Set(rows.map(({ id }) => id));
  const names = new Set(namesOf(rows));
  return (row) => keys.has(keyOf(row)) || ids.has(row.id) || namesOf([row]).some((name) => names.has(name));
}

/**
 * Adds categories for a person who uses none, and replaces those with the same name, default or id (from an older
 * backup). Returns the replaced ones.
 * @param isAll whether `rows` are all categories that the person shall have
 */
export async function importCategories(
  { tx }: Ledger,
  userId: string,
  { rows, isAll }: { rows: readonly CategoryRow[]; isAll: boolean },
): Promise<CategoryRow[]> {
  const isTaken = takenBy(rows);
  const existing = await findCategories(tx, userId);
  const replaced = existing.filter((row) => isTaken(row) || (isAll && !isReserved(row.id)));
  await deleteCategories(
    tx,
    userId,
    replaced.map(({ id }) => id),
  );
  for (const some of chunksOf(rows)) await insertCategories(tx, some);
  return replaced;
}

/**
 * Undoes an import: removes its categories, except those changed since or in use, and restores the replaced ones.
 * @param imported the imported `updated_at` by id
 * @param used the ids of the categories that transactions or templates have
 * @returns how many stayed
 */
export async function undoCategoryImport(
  ledger: Ledger,
  userId: string,
  {
    imported,
    replaced,
    used,
  }: {
    imported: ReadonlyMap<string, string>;
    replaced: readonly CategoryRow[];
    used: ReadonlySet<string>;
  },
): Promise<number> {
  const existing = await findCategories(ledger.tx, userId);
  const theirs = existing.filter(({ id }) => imported.has(id));
  const removed = new Set(
    theirs
      .filter(({ id, updated_at }) => imported.get(id) === updated_at && !used.has(id))
      .map(({ id }) => id),
  );
  await forgetCategories(ledger, [...removed]);
  await deleteCategories(ledger.tx, userId, [...removed]);
  const isTaken = takenBy(existing.filter(({ id }) => !removed.has(id)));
  const restorable = replaced.filter((row) => !isTaken(row));
  if (restorable.length > 0) await insertCategories(ledger.tx, restorable);
  return theirs.length - removed.size;
}
