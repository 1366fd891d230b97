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

/** A mailed link: whose it is, its token's hash and what it is for. */
export interface MailLink {
  userId: string;
  hash: string;
  purpose: MailTokenRow['purpose'];
}

/** Whether a mailed link would still work. */
export async function findMailToken(db: Db, link: MailLink, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_tokens')
    .select('hash')
    .where('user_id', '=', link.userId)
    .where('hash', '=', link.hash)
    .where('purpose', '=', link.purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a mail token out of the table: of two that use it at once, one gets it. */
export function spendMailToken(
  tx: Tx,
  { userId, hash, purpose }: MailLink,
  now: string,
): Promise<{ user_id: string } | undefined> {
  return tx
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
}

/** Makes every link that was mailed to somebody worthless. */
export async function deleteMailTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('mail_tokens').where('user_id', '=', userId).execute();
}

/** Puts a password's hash in the place of the one that was read; `false` if another took that place meanwhile. */
export async function replaceHash(
  tx: Tx,
  userId: string,
  before: string | null,
  after: string,
  now: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ password_hash: after, updated_at: now })
    .where('id', '=', userId)
    .where('password_hash', before === null ? 'is' : '=', before)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}
