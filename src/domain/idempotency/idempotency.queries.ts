import type { Db } from '../../db/open.ts';
import type { IdempotencyKeyRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

type Name = Pick<IdempotencyKeyRow, 'user_id' | 'path' | 'key'>;

/** Claims a key; waits for another transaction that has claimed it. `false` when it is taken. */
export async function claimKey(tx: Tx, row: IdempotencyKeyRow): Promise<boolean> {
  const result = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

export function findKey(db: Db, { user_id, path, key }: Name) {
  return db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function storeAnswer(tx: Tx, name: Name, status: number, answer: string): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status, answer })
    .where('user_id', '=', name.user_id)
    .where('path', '=', name.path)
    .where('key', '=', name.key)
    .execute();
}

export async function deleteKeysBefore(tx: Tx, userId: string, instant: string): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('created_at', '<', instant)
    .execute();
}
