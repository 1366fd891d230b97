import type { Db } from '../../db/open.ts';
import type { UserRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import type { ProgressColumns } from './progress.ts';

export function findProgress(db: Db, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
}

export function lockProgress(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set((expression) => ({ updated_at: expression.ref('updated_at') }))
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

export async function updateProgress(
  tx: Tx,
  userId: string,
  changes: Partial<ProgressColumns> & Pick<UserRow, 'updated_at'>,
): Promise<void> {
  await tx.updateTable('users').set(changes).where('id', '=', userId).execute();
}
