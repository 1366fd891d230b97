import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import {
  contains,
  foundByAny,
  joinIndexes,
  lowered,
  mostToSort,
  startsWith,
} from '../../../db/engine-functions.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { STATUS_OF_KIND, type Status } from '../../restrictions/status.ts';
import type { UserFilter, UsersInput } from './schema.ts';

type Users<Output> = SelectQueryBuilder<Tables, 'users', Output>;

/** What decides about a search: where its words have to be, and the present. */
interface Search {
  now: Date;
  /** Whether words may be anywhere in a name or an address, rather than at its beginning. */
  isAnywhere: boolean;
  /** Whether so few match that all of them are found before they are sorted; unknown while they are counted. */
  isFew?: boolean;
}

/** What administrators see of an account: never its money, nor what its owner tells about themselves. */
const COLUMNS = [
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

/** A page of accounts, in the order of the list. */
export async function findUsers(
  db: Db,
  input: UserFilter & Pick<UsersInput, 'sortBy' | 'sortOrder'>,
  search: Search,
  { limit, offset }: { limit: number; offset: number },
) {
  const ids = await findUserIds(db, input, search, { limit, offset });
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('users').select(COLUMNS).where('id', 'in', ids).execute();
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

export type AdminUserRow = Awaited<ReturnType<typeof findUsers>>[number];

/** The ids alone: an index answers this, however far down the list it is. */
export async function findUserIds(
  db: Db,
  { sortBy, sortOrder, ...filter }: UserFilter & Partial<Pick<UsersInput, 'sortBy' | 'sortOrder'>>,
  search: Search,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const found = matching(db, db.selectFrom('users').select(ORDERED), filter, search);
  // An inner limit, which is never reached, keeps the engines from walking through everybody in the order of the list.
  const users = search.isFew ? found.limit(EVERYBODY) : found;
  let query = db.selectFrom(users.as('users')).select('users.id');
  const order = sortOrder ?? 'desc';
  for (const column of ORDERS[sortBy ?? 'created_at']) {
    // SQLite and PostgreSQL put what is missing at opposite ends, unless told.
    query = query.orderBy(column, (by) =>
      column === 'last_login' && !isSeen(filter.seen)
        ? order === 'desc'
          ? by.desc().nullsLast()
          : by.asc().nullsFirst()
        : by[order](),
    );
  }
  const rows = await query.limit(limit).offset(offset).execute();
  return rows.map(({ id }) => id);
}

const EVERYBODY = 1_000_000_000;

// Then nothing is missing, and PostgreSQL reads the order off its index.
const isSeen = (seen: UserFilter['seen']) => seen !== undefined && seen !== 'never';

// Less than whole rows, which SQLite would carry to where they are sorted.
const ORDERED = [
  'users.id',
  'users.created_at',
  'users.last_login',
  'users.email',
  'users.last_name',
  'users.first_name',
  'users.role',
] as const;

const ORDERS = {
  created_at: ['created_at', 'id'],
  last_login: ['last_login', 'id'],
  email: ['email'],
  name: ['last_name', 'first_name', 'id'],
  role: ['role', 'created_at', 'id'],
} as const;

/** An account as administrators see it. */
export function findUserForAdmin(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Lets the transaction look for words in several indexes at the same time. */
export function prepareSearch(db: Db): Promise<void> {
  return joinIndexes(db);
}

/** The names of accounts, by which lists and results say whom they mean. */
export function findNames(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute();
}

/** How many accounts match; without a filter, or by status alone, by counting the few restricted ones. */
export async function countUsers(db: Db, filter: UserFilter, search: Search): Promise<number> {
  const { status, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return countMatching(db, filter, search);
  if (status === undefined) return countOpen(db);
  const restricted = await countRestricted(db, search.now);
  return status === 'active' ? (await countOpen(db)) - sumOf(restricted) : restricted[status];
}

// Looking at each of many rows takes a hundred times as long as counting an index and taking the closed ones off.
async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (select count(*) from users)
    - (select count(*) from users where purge_after > '' and closed_at is not null) as count`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** How many accounts have each status but active. */
export type Restricted = Record<Exclude<Status, 'active'>, number>;

/** How many accounts are not active, whatever their status is. */
export function sumOf({ deleted, blocked, restricted }: Restricted): number {
  return deleted + blocked + restricted;
}

/** Counts accounts by their restrictions in force, which few have, instead of by looking at everybody. */
export async function countRestricted(db: Db, now: Date): Promise<Restricted> {
  const ranks = STATUS_OF_KIND.map(([kind], rank) => sql`when ${kind} then ${sql.lit(rank)}`);
  const { rows } = await sql<{ rank: number; count: number }>`select rank, count(*) as count from (
      select user_id, min(case restriction_type ${sql.join(ranks, sql` `)} end) as rank from restrictions
      where is_active = 1 and (expires_at is null or expires_at > ${now.toISOString()}) group by user_id
    ) as restricted where user_id not in (${closedIds}) group by rank`.execute(db);
  const counts: Restricted = { deleted: 0, blocked: 0, restricted: 0 };
  for (const { rank, count } of rows) {
    const status = STATUS_OF_KIND[rank]?.[1];
    if (status) counts[status] = Number(count);
  }
  return counts;
}

async function countMatching(db: Db, filter: UserFilter, search: Search): Promise<number> {
  const count = sql<number>`count(*)`.as('count');
  const row = await matching(
    db,
    db.selectFrom('users').select(count),
    filter,
    search,
  ).executeTakeFirstOrThrow();
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

// Accounts that their owners closed are being deleted. They are few, so that the index of an order still answers alone.
// SQLite looks a comparison up in the index of `purge_after`, but not `is not null`.
const closedIds = sql`select id from users where purge_after > '' and closed_at is not null`;
const isOpen = sql<boolean>`users.id not in (${closedIds})`;

const DAY = 86_400_000;
const DAYS = { day: 1, week: 7, month: 30 };

function matching<Output>(
  db: Db,
  users: Users<Output>,
  { search, role, status, verified, seen }: UserFilter,
  { now, isAnywhere, isFew }: Search,
): Users<Output> {
  let query = users;
  if (role) query = query.where('role', '=', role);
  if (verified) query = query.where('email_verified', '=', verified === 'true' ? 1 : 0);
  if (status) query = query.where(hasStatus(status, now));
  const since = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  if (seen === 'never') query = query.where('last_login', 'is', null);
  else if (seen === 'earlier') query = query.where('last_login', '<', since(DAYS.month));
  else if (seen) query = query.where('last_login', '>=', since(DAYS[seen]));
  const isWalked = isFew === false;
  for (const word of wordsOf(search)) query = query.where(hasWord(db, word, { isAnywhere, isWalked }));
  // Last, for SQLite asks in this order, and reads a row for it. The restricted are looked through without it.
  return status && status !== 'active' ? query : query.where(isOpen);
}

function wordsOf(search: string | undefined): string[] {
  return search ? search.normalize('NFKC').split(/\s+/u).filter(Boolean).slice(0, 8) : [];
}

function hasWord(
  db: Db,
  word: string,
  { isAnywhere, isWalked }: { isAnywhere: boolean; isWalked: boolean },
): RawBuilder<boolean> {
  const isId = sql<boolean>`users.id = ${word.toLowerCase()}`;
  if (isAnywhere) {
    const text = sql`lower(first_name || ' ' || last_name || ' ' || email)`;
    return sql`(${contains(db, text, lowered(db, word))} or ${isId})`;
  }
  const fields = ['email', 'first_name', 'last_name'].map((name) => startsWith(db, sql.ref(name), word));
  return foundByAny(db, 'users', [...fields, isId], { isWalked });
}

/** Up to how many matches of a filter are faster found and sorted than met with in the order of the list. */
export function mostFound(db: Db, { search }: UserFilter): number {
  return mostToSort(db, wordsOf(search).length);
}

// PostgreSQL finds people by their restrictions only where nothing is left to ask of them one by one.
function hasStatus(status: Status, now: Date): RawBuilder<boolean> {
  const instant = now.toISOString();
  const inForce = (kinds: string[]) => sql`select user_id from restrictions where is_active = 1
    and restriction_type in (${sql.join(kinds)}) and (expires_at is null or expires_at > ${instant})`;
  const kinds = STATUS_OF_KIND.map(([kind]) => kind);
  if (status === 'active') return sql`users.id not in (${inForce(kinds)})`;
  const place = STATUS_OF_KIND.findIndex(([, name]) => name === status);
  const graver = place === 0 ? sql`` : sql`and user_id not in (${inForce(kinds.slice(0, place))})`;
  return sql`users.id in (${inForce(kinds.slice(place, place + 1))} ${graver} and user_id not in (${closedIds}))`;
}
