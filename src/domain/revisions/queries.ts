import { sql } from 'kysely';
import type { Tx } from '../transact.ts';

/**
 * Notes in the same database transaction that a person's money or categories have changed. Kept pages carry the
 * number they were made at, so that every node sees at its next look that they are old.
 */
export async function markChanged(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('revisions')
    .values({ user_id: userId, number: 1 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ number: sql<number>`revisions.number + 1` }),
    )
    .execute();
}
