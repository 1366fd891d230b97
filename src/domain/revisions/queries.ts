import { sql } from 'kysely';
import { insertRows } from '../../db/insert-rows.ts';
import type { Tx } from '../transact.ts';

/**
 * Notes in the same database transaction that a person's money or categories have changed. Kept pages carry the
 * number they were made at, so that every node sees at its next look that they are old.
 */
export function markChanged(tx: Tx, userId: string): Promise<void> {
  return markAllChanged(tx, [userId]);
}

/** Whose numbers a database transaction has raised: once is enough, as nobody sees those in between. */
const raisedIn = new WeakMap<Tx, Set<string>>();

/** The same for several people, always in one order: two who change the same people wait and never in a circle. */
export async function markAllChanged(tx: Tx, userIds: string[]): Promise<void> {
  const raised = raisedIn.get(tx) ?? new Set();
  raisedIn.set(tx, raised);
  const ids = [...new Set(userIds)].filter((id) => !raised.has(id)).sort();
  await raise(
    tx,
    ids.map((user_id) => ({ user_id, number: 1 })),
  );
  for (const id of ids) raised.add(id);
}

const raise = insertRows('revisions', ['user_id', 'number'], (insert) =>
  insert.onConflict((conflict) =>
    conflict.column('user_id').doUpdateSet({ number: sql<number>`revisions.number + 1` }),
  ),
);
