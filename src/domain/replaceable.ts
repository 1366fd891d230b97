import type { Db } from '../db/open.ts';
import type { Tx } from '../db/transact.ts';

/** Rows of a person that an import puts in place of those that are there, and that its undo takes out again. */
export interface Replaceable<Row> {
  find(db: Db, userId: string): Promise<Row[]>;
  /** Puts `rows` in place of all that are there. */
  replace(tx: Tx, userId: string, rows: readonly Row[]): Promise<void>;
  keyOf(row: Row): string;
  /** Differs once somebody has changed the row. */
  versionOf(row: Row): string;
  /** The categories that it needs. */
  categoriesOf?(row: Row): string[];
}

/**
 * Removes entries that an import added and nobody has changed since, and restores those that it had replaced.
 * @returns the entries that somebody has changed since
 */
export async function undoReplacing<Row>(
  tx: Tx,
  userId: string,
  { find, replace, keyOf, versionOf }: Replaceable<Row>,
  { imported, replaced }: { imported: readonly Row[]; replaced: readonly Row[] },
): Promise<Row[]> {
  const versions = new Map(imported.map((row) => [keyOf(row), versionOf(row)]));
  const there = await find(tx, userId);
  const left = there.filter((row) => versions.get(keyOf(row)) !== versionOf(row));
  const taken = new Set(left.map(keyOf));
  await replace(tx, userId, [...left, ...replaced.filter((row) => !taken.has(keyOf(row)))]);
  return left.filter((row) => versions.has(keyOf(row)));
}
