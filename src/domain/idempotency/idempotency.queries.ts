import type { Db } from '../../db/open.ts';
import type { IdempotencyKeyRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

type KeyName = Pick<IdempotencyKeyRow, 'user_id' | 'path' | 'key'>;

/** Waits for another transaction that has claimed the key; `false` when it is taken. */
export async function claimKey(tx: Tx, row: IdempotencyKeyRow): Promise<boolean> {
  const result = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

export function findKey(db: Db, { user_id, path, key }: KeyName) {
  return db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('path', '=', path)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function storeAnswer(tx: Tx, name: KeyName, status: number, answer: string): Promise<void> {
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
