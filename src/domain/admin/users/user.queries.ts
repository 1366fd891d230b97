import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { normalAddress } from '../../accounts/person-keys.ts';
import { COLUMNS } from './users.queries.ts';

/** An account as administrators see it. */
export function findUserForAdmin(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** The names of accounts, by which lists and results say whom they mean. */
export function findNames(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute();
}

/** The id of the account with an address, as people type it. */
export async function findIdByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', normalAddress(email))
    .executeTakeFirst();
  return row?.id;
}

/** How many rows an account has of each kind: counts alone, never what is in them. */
export async function countContent(db: Db, userId: string) {
  const count = (table: 'transactions' | 'templates' | 'categories') =>
    sql<number>`(select count(*) from ${sql.table(table)} where user_id = ${userId})`;
  const { rows } = await sql<{ transactions: number; templates: number; categories: number }>`select
    ${count('transactions')} as transactions,
    ${count('templates')} as templates,
    (select count(*) from categories where user_id = ${userId} and default_key is null) as categories`.execute(
    db,
  );
  const { transactions = 0, templates = 0, categories = 0 } = rows[0] ?? {};
  return {
    transactions: Number(transactions),
    templates: Number(templates),
    categories: Number(categories),
  };
}
