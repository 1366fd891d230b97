import type { CategoryRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

/** What belongs to a person, inside a database transaction: their ledger is one. */
export interface Owned {
  tx: Tx;
  userId: string;
}

/** Deleted together, and restored together. */
export interface Deletion {
  id: string;
  /** ISO 8601 in UTC. */
  deletedAt: string;
}

/** A category that a deletion removed or hid, and the one that its transactions were moved to; null for none. */
export interface Removed {
  id: string;
  movedTo: string | null;
  deletion: Deletion;
}

/** A category that a deletion removed or hid, and the category that it moved its transactions to. */
export interface RestorableCategory {
  category: CategoryRow;
  movedTo: string | null;
  deletion: Deletion;
}

/** The categories in which transactions are that a deletion moved; the empty id stands for none. */
export function placesOf(
  removed: readonly Removed[],
  { movedTo, deletion: { deletedAt } }: Pick<Removed, 'movedTo' | 'deletion'>,
): string[] {
  const later = removed.filter(({ deletion }) => deletion.deletedAt >= deletedAt);
  const places = new Set([movedTo ?? '']);
  // The set grows while it is read.
  for (const place of places)
    for (const { id, movedTo } of later) if (id === place) places.add(movedTo ?? '');
  return [...places];
}

/**
 * Where the transactions of a category are by now, and the removals that led there.
 * @param removed the latest first
 */
export function follow(
  from: string | null,
  removed: readonly Removed[],
  isThere: (id: string) => boolean,
): { place: string | null; passed: Removed[] } {
  const passed: Removed[] = [];
  let place = from;
  while (place !== null && !isThere(place)) {
    const next = removed.find((one) => one.id === place && !passed.includes(one));
    if (!next) break;
    passed.push(next);
    place = next.movedTo;
  }
  return { place, passed };
}
