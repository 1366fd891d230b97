import type { Db } from '../../db/open.ts';
import type { MailTokenRow, UserRow } from '../../db/tables.ts';
import type { Tx } from '../transact.ts';

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Reads an account and holds it until the database transaction ends, so that two changes follow one another. */
export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set((expression) => ({ updated_at: expression.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Whether nobody has an account yet. */
export async function hasNoUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Claims the place of the owner; of two people who register at once, one gets it. */
export async function claimOwnership(tx: Tx, userId: string, now: string): Promise<boolean> {
  const claim = { key: 'owner_id', value: userId, description: null, category: 'internal', updated_at: now };
  const result = await tx
    .insertInto('settings')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

/** Adds an account; `false` when the address is taken. */
export async function insertUser(tx: Tx, row: UserRow): Promise<boolean> {
  const result = await tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

export async function updateUser(db: Db, id: string, changes: Partial<UserRow>): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', id).execute();
}

export async function insertMailToken(tx: Tx, row: MailTokenRow): Promise<void> {
  await tx.insertInto('mail_tokens').values(row).execute();
}

/** Takes a mail token out of the table: of two that use it at once, one gets it. */
export function spendMailToken(
  tx: Tx,
  userId: string,
  hash: string,
  now: string,
): Promise<{ user_id: string } | undefined> {
  return tx
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('purpose', '=', 'verify_email')
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
}
