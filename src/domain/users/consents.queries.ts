import type { Db } from '../../db/open.ts';
import type { ConsentRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

/** Keeps the first consent to a version. */
export async function insertConsent(tx: Tx, row: ConsentRow): Promise<void> {
  await tx
    .insertInto('consents')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findConsents(db: Db, userId: string): Promise<Omit<ConsentRow, 'user_id'>[]> {
  return db
    .selectFrom('consents')
    .select(['version', 'given_at'])
    .where('user_id', '=', userId)
    .orderBy('version', 'desc')
    .execute();
}

export async function deleteConsents(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('consents').where('user_id', '=', userId).execute();
}
