import { sql } from 'kysely';
import { contains } from '../../db/engine-functions.ts';
import type { Db } from '../../db/open.ts';
import type { MailTokenRow, UserRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { notFound } from '../error.ts';
import { foldedSearch, personKeys } from './person-keys.ts';

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @throws DomainError NOT_FOUND (404) */
export async function requireUser(db: Db, id: string): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw notFound();
  return user;
}

/** Reads an account and locks its row until the transaction ends. */
export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set((expression) => ({ updated_at: expression.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Locks in the order given: callers sort the ids, so that two transactions cannot deadlock. */
export async function lockUsers(tx: Tx, ids: readonly string[]): Promise<UserRow[]> {
  const rows: UserRow[] = [];
  for (const id of new Set(ids)) {
    const row = await lockUser(tx, id);
    if (row) rows.push(row);
  }
  return rows;
}

/** Whether a person has recorded, or planned, anything. */
export async function keepsMoney(db: Db, userId: string): Promise<boolean> {
  const transactions = db.selectFrom('transactions').select('id').where('user_id', '=', userId).limit(1);
  const templates = db.selectFrom('templates').select('id').where('user_id', '=', userId).limit(1);
  const used = (await transactions.executeTakeFirst()) ?? (await templates.executeTakeFirst());
  return used !== undefined;
}

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

export async function hasNoUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Claims the role of owner; of two people who register at the same time, only one gets it. */
export async function claimOwnership(tx: Tx, userId: string, now: string): Promise<boolean> {
  const claim = {
    key: 'owner_id',
    value: userId,
    description: null,
    category: 'internal',
    updated_by: '',
    updated_at: now,
  };
  const result = await tx
    .insertInto('settings')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

/** Returns `false` when the address or the linked identity already has an account. */
export async function insertUser(tx: Tx, row: UserRow): Promise<boolean> {
  const result = await tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

/** Also updates the search and sort keys of the names and the address. */
export async function updateUser(db: Db, id: string, changes: Partial<UserRow>): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...changes, ...personKeys(changes) })
    .where('id', '=', id)
    .execute();
}

export async function insertMailToken(tx: Tx, row: MailTokenRow): Promise<void> {
  await tx.insertInto('mail_tokens').values(row).execute();
}

interface MailLink {
  userId: string;
  hash: string;
  purpose: MailTokenRow['purpose'];
}

export async function findMailedLinks(db: Db, userId: string) {
  return db
    .selectFrom('mail_tokens')
    .select(['purpose', 'email', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('expires_at')
    .execute();
}

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

/** Only one of two concurrent uses of a token gets it. */
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

/** Links deleted when access is replaced. `undo_email` is not among them: an intruder must not be able to delete it. */
export const ACCESS_LINKS = ['verify_email', 'reset_password', 'change_email'] as const;

/** Deletes an account's links of these purposes that expire after an instant. */
export async function deleteMailTokens(
  tx: Tx,
  userId: string,
  purposes: readonly MailTokenRow['purpose'][] = [...ACCESS_LINKS, 'undo_email'],
  instant = '',
): Promise<void> {
  await tx
    .deleteFrom('mail_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', instant)
    .execute();
}

/** Returns `false` when another account has the address. */
export async function replaceEmail(tx: Tx, userId: string, email: string, now: string): Promise<boolean> {
  const result = await tx
    .updateTable('users')
    .set({ email, ...personKeys({ email }), email_verified: 1, updated_at: now })
    .where('id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users as others').select('others.id').where('others.email', '=', email))),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** Returns `false` if the hash has been replaced since it was read. */
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

/** Locks all super admins until the transaction ends, so that two of them cannot leave at once. */
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

export async function findPurgeable(db: Db, now: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('id').where('purge_after', '<=', now).execute();
  return rows.map(({ id }) => id);
}

/** Tables in which one person can have very many rows, with their key columns after `user_id`. */
const LONG_TABLES = {
  deleted_transactions: ['batch_id', 'id'],
  moved_rows: ['batch_id', 'category_id', 'id'],
  transactions: ['id'],
} as const;

/** `most` is per table; returns `false` once no rows are left. */
export async function deleteSomeRows(db: Db, userId: string, most: number): Promise<boolean> {
  let deleted = 0n;
  for (const [table, columns] of Object.entries(LONG_TABLES)) {
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

export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}

export function findUserByIdentity(
  db: Db,
  column: 'google_id' | 'oidc_id',
  subject: string,
): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where(column, '=', subject).executeTakeFirst();
}

/** Newest first, with their restrictions in force; the text may be in the address, a name or the id. */
export async function findPeople(db: Db, text: string, now: string, most: number) {
  const people = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'role', 'email_verified', 'last_login', 'created_at'])
    .where('closed_at', 'is', null)
    .where(
      contains(db, sql`email_key || ' ' || first_key || ' ' || last_key || ' ' || id`, foldedSearch(text)),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const restrictions = await db
    .selectFrom('restrictions')
    .select(['user_id', 'restriction_type'])
    .where('user_id', 'in', ['', ...people.map(({ id }) => id)])
    .where('is_active', '=', 1)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .execute();
  return people.map((person) => ({
    ...person,
    restrictions: restrictions
      .filter(({ user_id }) => user_id === person.id)
      .map(({ restriction_type }) => restriction_type),
  }));
}
