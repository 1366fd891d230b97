import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { countRestricted, isOpen, matching, type Restricted, type Search } from './filter.queries.ts';
import type { UserFilter } from './schema.ts';

/** How many accounts match; without a filter, or by status alone, by counting the few restricted ones. */
export async function countUsers(db: Db, filter: UserFilter, search: Search): Promise<number> {
  const { status, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return countMatching(db, filter, search);
  if (status === undefined) return countOpen(db);
  const restricted = await countRestricted(db, search.now);
  return status === 'active' ? (await countOpen(db)) - sumOf(restricted) : restricted[status];
}

/** How many accounts are not active, whatever their status is. */
export function sumOf({ deleted, blocked, restricted }: Restricted): number {
  return deleted + blocked + restricted;
}

async function countMatching(db: Db, filter: UserFilter, search: Search): Promise<number> {
  const users = db.selectFrom('users').select(sql<number>`count(*)`.as('count'));
  const row = await matching(db, users, filter, search).executeTakeFirstOrThrow();
  return Number(row.count);
}

// Looking at each of many rows takes a hundred times as long as counting an index and taking the closed ones off.
async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (select count(*) from users)
    - (select count(*) from users where purge_after > '' and closed_at is not null) as count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** How many accounts have a role. */
export async function countRoles(db: Db, roles: readonly Tables['users']['role'][]): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where('role', 'in', roles)
    .where(isOpen)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** When the youngest account was created. */
export async function findNewest(db: Db): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.max('created_at').as('newest'))
    .executeTakeFirst();
  return row?.newest ?? '';
}
