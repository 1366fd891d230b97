import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { matching, type Rare, restrictedTo, type Search } from './filter.queries.ts';
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
  const { status } = filter;
  if (sortBy === 'created_at' && status && status !== 'active')
    return findRestrictedIds(db, { ...filter, status }, sortOrder, search, place);
  const columns = ORDERS[sortBy];
  // No more than the order needs: an index may have that, and SQLite carries it to where it is sorted.
  const users = db.selectFrom('users').select([...new Set(['users.id' as const, ...columns])]);
  const found = matching(db, users, filter, search);
  // An inner limit, which is never reached, keeps the engines from walking through everybody in the order of the list.
  const sorted = search.isFew ? found.limit(EVERYBODY) : found;
  let query = db.selectFrom(sorted.as('users')).select('users.id');
  for (const column of columns) {
    // SQLite and PostgreSQL put what is missing at opposite ends, unless told.
    query = query.orderBy(column, (by) =>
      column === 'users.last_login' && !isSeen(filter.seen)
        ? sortOrder === 'desc'
          ? by.desc().nullsLast()
          : by.asc().nullsFirst()
        : by[sortOrder](),
    );
  }
  const rows = await query.limit(place.limit).offset(place.offset).execute();
  return rows.map(({ id }) => id);
}

const EVERYBODY = 1_000_000_000;

// Then nothing is missing, and PostgreSQL reads the order off its index.
const isSeen = (seen: UserFilter['seen']) => seen !== undefined && seen !== 'never';

const ORDERS = {
  created_at: ['users.created_at', 'users.id'],
  last_login: ['users.last_login', 'users.created_at', 'users.id'],
  email: ['users.email_key', 'users.id'],
  name: ['users.last_order', 'users.first_order', 'users.id'],
  role: ['users.role', 'users.created_at', 'users.id'],
} as const;

// Ids begin with the instant at which the account was created: their restrictions have them in the order of the list.
// Each is asked what else the filter wants, until a page is full.
async function findRestrictedIds(
  db: Db,
  { status, ...others }: UserFilter & { status: Rare },
  sortOrder: Order['sortOrder'],
  search: Search,
  { limit, offset }: Place,
): Promise<string[]> {
  const person = db
    .selectFrom('users')
    .select(sql.lit(1).as('one'))
    .where(sql<boolean>`users.id = restricted.user_id`);
  const matches = matching(
    db,
    person,
    { ...others, status: undefined },
    { ...search, areAllOpen: true },
    'asked',
  );
  const isAll = Object.values(others).every((value) => value === undefined);
  const { rows } = await sql<{ id: string }>`select user_id as id
    from (${restrictedTo(status, search.now)}) as restricted
    ${isAll ? sql`` : sql`where exists ${matches}`}
    group by user_id order by user_id ${sql.raw(sortOrder)} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}
