import type { CategoryRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { HOUR } from '../instants.ts';

/** What belongs to one person, inside a database transaction; a ledger is one. */
export interface Owned {
  tx: Tx;
  userId: string;
}

export interface Deletion {
  id: string;
  /** ISO 8601 in UTC. */
  deletedAt: string;
}

/** A category that a deletion removed or hid; its transactions were moved to `movedTo`, or to none. */
export interface Removed {
  id: string;
  movedTo: string | null;
  deletion: Deletion;
}

export interface RestorableCategory {
  category: CategoryRow;
  movedTo: string | null;
  deletion: Deletion;
}

/** The categories that transactions moved by a deletion may be in now; the empty id means none. */
export function possibleCategories(
  removed: readonly Removed[],
  { movedTo, deletion: { deletedAt } }: Pick<Removed, 'movedTo' | 'deletion'>,
): string[] {
  const later = removed.filter(({ deletion }) => deletion.deletedAt >= deletedAt);
  const categories = new Set([movedTo ?? '']);
  // The set grows while the loop reads it.
  for (const category of categories)
    for (const { id, movedTo } of later) if (id === category) categories.add(movedTo ?? '');
  return [...categories];
}

/**
 * Follows removals to the category that a category's transactions are in now.
 * @param removed the latest first
 */
export function follow(
  from: string | null,
  removed: readonly Removed[],
  isThere: (id: string) => boolean,
): { current: string | null; passed: Removed[] } {
  const passed: Removed[] = [];
  let current = from;
  while (current !== null && !isThere(current)) {
    const next = removed.find((removal) => removal.id === current && !passed.includes(removal));
    if (!next) break;
    passed.push(next);
    current = next.movedTo;
  }
  return { current, passed };
}

/** Milliseconds for which a deletion can be undone; the clean-up deletes it after that. */
export const UNDO_FOR = HOUR;
