import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { closedIds, hasWords, isOpen, matching, type Search } from './filter.queries.ts';
import type { UserFilter } from './schema.ts';

/** How many accounts match. */
export async function countUsers(db: Db, filter: UserFilter, search: Search): Promise<number> {
  const users = db.selectFrom('users').select(sql<number>`count(*)`.as('count'));
  const row = await matching(db, users, filter, search).executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * How many accounts match a search, and where: at the beginning of names and addresses, or anywhere in them if they
 * begin with the words nowhere. Everybody is looked at once for both.
 */
export async function countFound(db: Db, filter: UserFilter & { search: string }, now: Date) {
  const isAtBeginning = hasWords(db, filter.search, false);
  const users = db
    .selectFrom('users')
    .select([
      sql<number>`count(*)`.as('anywhere'),
      sql<number>`count(case when ${isAtBeginning} then 1 end)`.as('beginning'),
    ]);
  const row = await matching(db, users, filter, { now, isAnywhere: true }).executeTakeFirstOrThrow();
  const isAnywhere = Number(row.beginning) === 0;
  return { total: Number(isAnywhere ? row.anywhere : row.beginning), isAnywhere };
}

/** How many accounts there are. An index answers this, which `isOpen`, asked of each, would take ten times as long for. */
export async function countEverybody(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (select count(*) from users)
    - (select count(*) from (${closedIds}) as closed) as count`.execute(db);
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
