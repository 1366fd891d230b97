import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { matching, type Search } from './filter.queries.ts';
import type { UserFilter, UsersInput } from './schema.ts';

/** What administrators see of an account: never its money, nor what its owner tells about themselves. */
export const COLUMNS = [
  'id',
  'email',
  'email_verified',
  'first_name',
  'last_name',
  'role',
  'language_preference',
  'theme_preference',
  'currency_preference',
  'preferences',
  'is_premium',
  'profile_picture_url',
  'oauth_provider',
  'onboarding_completed',
  'last_login',
  'created_at',
  'updated_at',
  'purge_after',
  sql<number>`case when password_hash is null then 0 else 1 end`.as('has_password'),
] as const;

export type Order = Pick<UsersInput, 'sortBy' | 'sortOrder'>;

interface Place {
  limit: number;
  offset: number;
}

/** A page of accounts, in an order of the list. */
export async function findUsers(db: Db, filter: UserFilter, order: Order, search: Search, place: Place) {
  const ids = await findUserIds(db, filter, order, search, place);
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('users').select(COLUMNS).where('id', 'in', ids).execute();
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

export type AdminUserRow = Awaited<ReturnType<typeof findUsers>>[number];

/** The ids alone: an index answers this, however far down the list it is. */
export async function findUserIds(
  db: Db,
  filter: UserFilter,
  { sortBy, sortOrder }: Order,
  search: Search,
  place: Place,
): Promise<string[]> {
  let query = matching(db, db.selectFrom('users').select('users.id'), filter, search);
  for (const column of ORDERS[sortBy]) {
    // SQLite and PostgreSQL put what is missing at opposite ends, unless told.
    query = query.orderBy(column, (by) =>
      column !== 'users.last_login'
        ? by[sortOrder]()
        : sortOrder === 'desc'
          ? by.desc().nullsLast()
          : by.asc().nullsFirst(),
    );
  }
  const rows = await query.limit(place.limit).offset(place.offset).execute();
  return rows.map(({ id }) => id);
}

const ORDERS = {
  created_at: ['users.created_at', 'users.id'],
  last_login: ['users.last_login', 'users.created_at', 'users.id'],
  email: ['users.email_key', 'users.id'],
  name: ['users.last_order', 'users.first_order', 'users.id'],
  role: ['users.role', 'users.created_at', 'users.id'],
} as const;
