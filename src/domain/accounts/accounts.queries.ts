import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { MailTokenRow, UserRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

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

/** Adds an account; `false` when its address, or the Google account it is linked to, has one already. */
export async function insertUser(tx: Tx, row: UserRow): Promise<boolean> {
  const result = await tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
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
interface MailLink {
  userId: string;
  hash: string;
  purpose: MailTokenRow['purpose'];
}

/** What the links do that were mailed to somebody and still wait for them. */
export async function findMailedLinks(db: Db, userId: string) {
  return db
    .selectFrom('mail_tokens')
    .select(['purpose', 'email', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute();
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
): Promise<MailTokenRow | undefined> {
  return tx
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Makes every link that was mailed to somebody worthless, but for the one that takes a changed address back: whoever
 * has got into an account must not be able to get rid of that.
 */
export async function deleteMailTokens(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '!=', 'undo_email')
    .execute();
}

/** Forgets the links that take a changed address back and run out after an instant. */
export async function deleteUndoLinksAfter(tx: Tx, userId: string, instant: string): Promise<void> {
  await tx
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'undo_email')
    .where('expires_at', '>', instant)
    .execute();
}

/** Makes the links that were mailed to somebody for one purpose worthless. */
export async function deleteMailTokensFor(
  tx: Tx,
  userId: string,
  purpose: MailTokenRow['purpose'],
): Promise<void> {
  await tx.deleteFrom('mail_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

/** Gives an account a proved address; `false` when somebody else has it. */
export async function replaceEmail(tx: Tx, userId: string, email: string, now: string): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ email, email_verified: 1, updated_at: now })
    .where('id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users as others').select('others.id').where('others.email', '=', email))),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
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

/** Holds all super admins until the database transaction ends, so that two who leave at once follow one another. */
export async function lockSuperAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx
    .updateTable('users')
    .set((expression) => ({ updated_at: expression.ref('updated_at') }))
    .where('role', '=', 'super_admin')
    .where('closed_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Closed accounts of which nothing need be kept any more. */
export async function findPurgeable(db: Db, now: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('purge_after', '<=', now).execute();
  return rows.map(({ id }) => id);
}

/** The tables in which one person can have very many rows, and what tells those rows apart. */
const LONG = {
  deleted_transactions: ['batch_id', 'id'],
  transactions: ['id'],
} as const;

/** Deletes at most so many rows of each long table of a person; `false` once nothing is left there. */
export async function deleteSomeRows(db: Db, userId: string, most: number): Promise<boolean> {
  let deleted = 0n;
  for (const [table, columns] of Object.entries(LONG)) {
    const key = sql.join(columns.map((column) => sql.ref(column)));
    const some = sql`select ${key} from ${sql.table(table)} where user_id = ${userId} limit ${most}`;
    const result =
      await sql`delete from ${sql.table(table)} where user_id = ${userId} and (${key}) in (${some})`.execute(
        db,
      );
    deleted += result.numAffectedRows ?? 0n;
  }
  return deleted > 0n;
}

/** Deletes an account with everything that is left of it. */
export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}

export function findUserByGoogleId(db: Db, googleId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('google_id', '=', googleId).executeTakeFirst();
}
