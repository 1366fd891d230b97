import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Role } from '../../../db/tables.ts';
import { TRANSFER } from '../../ledger/reserved-categories.ts';
import { normalAddress } from '../../users/person-keys.ts';
import { SHARED_COLUMNS } from '../../users/present.ts';
import { closedIds, hasWords, isOpen, matching, type Search } from './filter.queries.ts';
import type { UserFilter, UsersInput } from './schema.ts';

/** Columns for administrators: never money, nor the owner's description of themselves. */
export const COLUMNS = [
  ...SHARED_COLUMNS,
  'purge_after',
  sql<number>`case when password_hash is null then 0 else 1 end`.as('has_password'),
] as const;

export type Order = Pick<UsersInput, 'sortBy' | 'sortOrder'>;

/** With the number of accounts that match. */
type CountedSearch = Search & { total: number };

interface Page {
  limit: number;
  offset: number;
}

export async function findUsers(db: Db, filter: UserFilter, order: Order, search: CountedSearch, page: Page) {
  const ids = await findUserIds(db, filter, order, search, page);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('users').select(COLUMNS).where('id', 'in', ids).execute();
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

export type AdminUserRow = Awaited<ReturnType<typeof findUsers>>[number];

/**
 * Up to so many matches are found along the index that has the words, and then sorted: along the index of another
 * order, each account would be read. More of them are met soon along the order itself.
 */
const FEW_MATCHES = 10_000;

/** True of all accounts. SQLite would read them in full, in twice the time, instead of the index that has the words. */
const byIndexOfWords = sql<boolean>`users.created_at > ''`;

/** Selects only ids, so that an index covers the query at any offset. */
export async function findUserIds(
  db: Db,
  filter: UserFilter,
  { sortBy, sortOrder }: Order,
  search: CountedSearch,
  page: Page,
): Promise<string[]> {
  const ids = matching(db, db.selectFrom('users').select('users.id'), filter, search);
  let query =
    filter.search && sortBy !== 'created_at' && search.total <= FEW_MATCHES
      ? db.selectFrom('users').select('users.id').where('users.id', 'in', ids.where(byIndexOfWords))
      : ids;
  for (const column of ORDERS[sortBy]) {
    // SQLite and PostgreSQL sort nulls to opposite ends by default.
    query = query.orderBy(column, (by) =>
      column !== 'users.last_login'
        ? by[sortOrder]()
        : sortOrder === 'desc'
          ? by.desc().nullsLast()
          : by.asc().nullsFirst(),
    );
  }
  const rows = await query.limit(page.limit).offset(page.offset).execute();
  return rows.map(({ id }) => id);
}

const ORDERS = {
  created_at: ['users.created_at', 'users.id'],
  last_login: ['users.last_login', 'users.created_at', 'users.id'],
  email: ['users.email_key', 'users.id'],
  name: ['users.last_order', 'users.first_order', 'users.id'],
  role: ['users.role', 'users.created_at', 'users.id'],
} as const;

export async function countUsers(db: Db, filter: UserFilter, search: Search): Promise<number> {
  const users = db.selectFrom('users').select(sql<number>`count(*)`.as('count'));
  const row = await matching(db, users, filter, search).executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Counts matches at the beginning of names and addresses, or anywhere in them if there are none. One scan counts both.
 */
export async function countFound(db: Db, filter: UserFilter & { search: string }, now: Date) {
  const isAtBeginning = hasWords(db, filter.search, false);
  const users = db
    .selectFrom('users')
    .select([
      sql<number>`count(*)`.as('anywhere'),
      sql<number>`count(case when ${isAtBeginning} then 1 end)`.as('beginning'),
    ]);
  const row = await matching(db, users, filter, { now, isAnywhere: true })
    .where(byIndexOfWords)
    .executeTakeFirstOrThrow();
  const isAnywhere = Number(row.beginning) === 0;
  return { total: Number(isAnywhere ? row.anywhere : row.beginning), isAnywhere };
}

/** Subtracts closed accounts, which an index answers; checking `isOpen` for each account takes ten times as long. */
export async function countEverybody(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (select count(*) from users)
    - (select count(*) from (${closedIds}) as closed) as count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export async function countRoles(db: Db, roles: readonly Role[]): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where('role', 'in', roles)
    .where(isOpen)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export function findUserForAdmin(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

export function findNames(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute();
}

export async function findIdByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', normalAddress(email))
    .executeTakeFirst();
  return row?.id;
}

/** Returns only counts, never content; a transfer is one transaction. */
export async function countContent(db: Db, userId: string) {
  const count = async (table: 'transactions' | 'templates' | 'categories') => {
    const rows = db.selectFrom(table).where('user_id', '=', userId);
    const counted = {
      transactions: () => rows.where(sql<boolean>`coalesce(category_id, '') <> ${TRANSFER.income}`),
      templates: () => rows,
      categories: () => rows.where('default_key', 'is', null),
    }[table]();
    const row = counted.select(({ fn }) => fn.countAll<number>().as('count'));
    return (await row.executeTakeFirstOrThrow()).count;
  };
  return {
    transactions: await count('transactions'),
    templates: await count('templates'),
    categories: await count('categories'),
  };
}
