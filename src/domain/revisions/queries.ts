import { sql } from 'kysely';
import { preparedForRows } from '../../db/prepared.ts';
import type { RevisionRow } from '../../db/tables.ts';
import type { Tx } from '../transact.ts';

/**
 * Notes in the same database transaction that a person's money or categories have changed. Kept pages carry the
 * number they were made at, so that every node sees at its next look that they are old.
 */
export function markChanged(tx: Tx, userId: string): Promise<void> {
  return markAllChanged(tx, [userId]);
}

/** The same for several people, always in one order: two who change the same people wait and never in a circle. */
export async function markAllChanged(tx: Tx, userIds: string[]): Promise<void> {
  const ids = [...new Set(userIds)].sort();
  await raise(
    tx,
    ids.map((user_id) => ({ user_id, number: 1 })),
  );
}

const raise = preparedForRows<RevisionRow, keyof RevisionRow, unknown>(['user_id', 'number'], (db, rows) =>
  db
    .insertInto('revisions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ number: sql<number>`revisions.number + 1` }),
    ),
);
