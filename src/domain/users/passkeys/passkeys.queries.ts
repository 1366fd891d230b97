import type { Db } from '../../../db/open.ts';
import type { PasskeyRow, Tables } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';

/** The newest first. */
export function findPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();
}

export function findPasskey(db: Db, userId: string, credentialId: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

export async function hasAnyPasskey(db: Db): Promise<boolean> {
  return (await db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns `false` when the person has it already. */
export async function insertPasskey(tx: Tx, row: PasskeyRow): Promise<boolean> {
  const result = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

/** Returns `false` when an answer with this counter or a later one was accepted before; 0 means that it counts none. */
export async function recordUse(
  tx: Tx,
  { user_id, id }: PasskeyRow,
  changes: Pick<PasskeyRow, 'counter' | 'last_used_at'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('passkeys')
    .set(changes)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', changes.counter), eb('counter', '=', 0)]))
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const result = await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

export async function deletePasskeysOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Returns `false` for one that was used before. */
export async function insertUsedChallenge(tx: Tx, row: Tables['used_challenges']): Promise<boolean> {
  const result = await tx
    .insertInto('used_challenges')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}
