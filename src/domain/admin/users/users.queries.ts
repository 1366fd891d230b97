import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import {
  containsPiece,
  foundByAny,
  joinIndexes,
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
  /** Whether nobody's account is being deleted, so that none has to be left out. */
  areAllOpen?: boolean;
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
  { sortBy = 'created_at', sortOrder = 'desc', ...filter }: UserFilter & Partial<Order>,
  search: Search,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  if (sortBy === 'created_at' && isByStatusAlone(filter))
    return findRestrictedIds(db, filter.status, search.now, { sortOrder, limit, offset });
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
  const rows = await query.limit(limit).offset(offset).execute();
  return rows.map(({ id }) => id);
}

type Order = Pick<UsersInput, 'sortBy' | 'sortOrder'>;

const EVERYBODY = 1_000_000_000;

// Then nothing is missing, and PostgreSQL reads the order off its index.
const isSeen = (seen: UserFilter['seen']) => seen !== undefined && seen !== 'never';

const ORDERS = {
  created_at: ['users.created_at', 'users.id'],
  last_login: ['users.last_login', 'users.created_at', 'users.id'],
  email: ['users.email'],
  name: ['users.last_name', 'users.first_name', 'users.id'],
  role: ['users.role', 'users.created_at', 'users.id'],
} as const;

type Rare = Exclude<Status, 'active'>;

function isByStatusAlone(filter: UserFilter): filter is UserFilter & { status: Rare } {
  const { status, ...others } = filter;
  return (
    status !== undefined && status !== 'active' && Object.values(others).every((one) => one === undefined)
  );
}

// Ids begin with the instant at which the account was created: their restrictions have them in the order of the list.
async function findRestrictedIds(
  db: Db,
  status: Rare,
  now: Date,
  { sortOrder, limit, offset }: Pick<Order, 'sortOrder'> & { limit: number; offset: number },
): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select user_id as id from (${restrictedTo(status, now)}) as restricted
    group by user_id order by user_id ${sql.raw(sortOrder)} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

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

/** Whether nobody's account is being deleted: its owner has closed it, and it is no longer in any list. */
export async function findAllOpen(db: Db): Promise<boolean> {
  const { rows } = await sql`${closedIds} limit 1`.execute(db);
  return rows.length === 0;
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
    .where('email', '=', email.trim().normalize('NFKC').toLowerCase())
    .executeTakeFirst();
  return row?.id;
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
  const sums = STATUS_OF_KIND.map(
    ([, status], rank) => sql`sum(case rank when ${sql.lit(rank)} then 1 else 0 end) as ${sql.ref(status)}`,
  );
  const { rows } = await sql<Restricted>`select ${sql.join(sums)} from (
      select user_id, min(case restriction_type ${sql.join(ranks, sql` `)} end) as rank from restrictions
      where is_active = 1 and (expires_at is null or expires_at > ${now.toISOString()}) group by user_id
    ) as restricted where user_id not in (${closedIds})`.execute(db);
  const { deleted, blocked, restricted } = rows[0] ?? { deleted: 0, blocked: 0, restricted: 0 };
  return { deleted: Number(deleted), blocked: Number(blocked), restricted: Number(restricted) };
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
  { now, isAnywhere, isFew, areAllOpen }: Search,
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
  return areAllOpen || (status && status !== 'active') ? query : query.where(isOpen);
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
  if (isAnywhere) return containsPiece(db, PIECES, word, { or: isId, isWalked });
  const fields = ['email', 'first_name', 'last_name'].map((name) => startsWith(db, sql.ref(name), word));
  return foundByAny(db, 'users', [...fields, isId], { isWalked });
}

const PIECES = { index: 'user_pieces', table: 'users', columns: ['first_name', 'last_name', 'email'] };

/** Up to how many matches of a filter are faster found and sorted than met with in the order of the list. */
export function mostFound(db: Db, { search }: UserFilter): number {
  return mostToSort(db, wordsOf(search).length);
}

// PostgreSQL finds people by their restrictions only where nothing is left to ask of them one by one.
function hasStatus(status: Status, now: Date): RawBuilder<boolean> {
  if (status !== 'active') return sql`users.id in (${restrictedTo(status, now)})`;
  return sql`users.id not in (${inForce(
    STATUS_OF_KIND.map(([kind]) => kind),
    now,
  )})`;
}

/** The ids of open accounts that have a status; several times where they have several restrictions. */
function restrictedTo(status: Rare, now: Date): RawBuilder<unknown> {
  const place = STATUS_OF_KIND.findIndex(([, name]) => name === status);
  const kinds = STATUS_OF_KIND.map(([kind]) => kind);
  const graver = place === 0 ? sql`` : sql`and user_id not in (${inForce(kinds.slice(0, place), now)})`;
  return sql`${inForce(kinds.slice(place, place + 1), now)} ${graver} and user_id not in (${closedIds})`;
}

function inForce(kinds: string[], now: Date): RawBuilder<unknown> {
  return sql`select user_id from restrictions where is_active = 1
    and restriction_type in (${sql.join(kinds)}) and (expires_at is null or expires_at > ${now.toISOString()})`;
}
