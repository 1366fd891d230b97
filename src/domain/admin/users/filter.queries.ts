import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { isSqlite, joinIndexes, type Looking, mostToSort, startsWith } from '../../../db/engine-functions.ts';
import type { Db } from '../../../db/open.ts';
import { containsAll, foundByAll, USER_PIECES } from '../../../db/piece-index.ts';
import type { Tables } from '../../../db/tables.ts';
import { soughtIn } from '../../accounts/person-keys.ts';
import { STATUS_OF_KIND, type Status } from '../../restrictions/status.ts';
import type { UserFilter } from './schema.ts';

// Which accounts a filter means: what pages of the list, and counts, have in common.

type Users<Output> = SelectQueryBuilder<Tables, 'users', Output>;

/** What decides about a search: where its words have to be, and the present. */
export interface Search {
  now: Date;
  /** Whether words may be anywhere in a name or an address, rather than at its beginning. */
  isAnywhere: boolean;
  /** Whether so few match that all of them are found before they are sorted; unknown while they are counted. */
  isFew?: boolean;
  /** Whether nobody's account is being deleted, so that none has to be left out. */
  areAllOpen?: boolean;
  /** Words that nearly everybody has: rows are asked for them, because a list of nearly all of them is long to read. */
  commonWords?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
const DAY = 86_400_000;
const DAYS = { day: 1, week: 7, month: 30 };

/** Leaves the accounts that match. */
export function matching<Output>(
  db: Db,
  users: Users<Output>,
  { search, role, status, verified, seen }: UserFilter,
  { now, isAnywhere, isFew, areAllOpen, commonWords = NONE }: Search,
  looking: Looking = isFew === false ? 'walked' : 'found',
): Users<Output> {
  let query = users;
  if (role) query = query.where('role', '=', role);
  if (verified) query = query.where('email_verified', '=', verified === 'true' ? 1 : 0);
  if (status) query = query.where(hasStatus(status, now));
  const since = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  if (seen === 'never') query = query.where('last_login', 'is', null);
  else if (seen === 'earlier') query = query.where('last_login', '<', since(DAYS.month));
  else if (seen) query = query.where('last_login', '>=', since(DAYS[seen]));
  const words = wordsOf(search);
  const isCommon = (word: string) => commonWords.has(word);
  for (const condition of [
    ...hasWords(
      db,
      words.filter((word) => !isCommon(word)),
      isAnywhere,
      looking,
    ),
    ...hasWords(db, words.filter(isCommon), isAnywhere, 'asked'),
  ])
    query = query.where(condition);
  // Last, for SQLite asks in this order, and reads a row for it. The restricted are looked through without it.
  return areAllOpen || (status && status !== 'active') ? query : query.where(isOpen);
}

function wordsOf(search: string | undefined): string[] {
  return search ? search.split(/\s+/u).map(soughtIn).filter(Boolean).slice(0, 8) : [];
}

const ID = /^[\da-f-]{36}$/i;

function hasWords(db: Db, words: string[], isAnywhere: boolean, looking: Looking): RawBuilder<boolean>[] {
  const ids = words.filter((word) => ID.test(word));
  const others = words.filter((word) => !ID.test(word));
  const isId = (word: string) => sql<boolean>`users.id = ${word}`;
  if (isAnywhere) {
    const found = ids.map(
      (id) => sql<boolean>`(${containsAll(db, USER_PIECES, [id], looking)} or ${isId(id)})`,
    );
    return others.length > 0 ? [containsAll(db, USER_PIECES, others, looking), ...found] : found;
  }
  const begins = (word: string) => USER_PIECES.columns.map((column) => startsWith(sql.ref(column), word));
  const found = ids.map((id) => foundByAll(db, USER_PIECES, [id], () => [...begins(id), isId(id)], looking));
  return others.length > 0 ? [foundByAll(db, USER_PIECES, others, begins, looking), ...found] : found;
}

/** Up to how many matches of a filter are faster found and sorted than met with in the order of the list. */
export function mostFound(db: Db, { search }: UserFilter): number {
  return mostToSort(db, wordsOf(search).length);
}

/** Of a hundred people, how many at least have a word that nearly everybody has. */
const SAMPLE = 100;
const COMMON = 95;
/** Multiples of it, without their whole part, are spread evenly and repeat no pattern (the golden ratio). */
const SPREAD = (Math.sqrt(5) - 1) / 2;

/**
 * Those of several words that nearly everybody has, going by a hundred people from all over the table; a search finds the
 * same with any others. SQLite finds each word by a list, and would read that of everybody to its end; PostgreSQL does
 * not, and has none.
 */
export async function findCommonWords(
  db: Db,
  { search }: UserFilter,
  isAnywhere: boolean,
): Promise<ReadonlySet<string>> {
  const words = wordsOf(search);
  if (!isSqlite(db) || words.length < 2) return NONE;
  const place = sql<number>`cast(value * (select max(rowid) from users) as integer) + 1`;
  const places = JSON.stringify(Array.from({ length: SAMPLE }, (_, index) => (index * SPREAD) % 1));
  const shares = words.map((word, index) => {
    const [condition] = hasWords(db, [word], isAnywhere, 'asked');
    return sql`coalesce(100 * sum(${condition}) / count(*), 0) as ${sql.ref(String(index))}`;
  });
  const { rows } = await sql<Record<string, number>>`select ${sql.join(shares)} from users
    where rowid in (select ${place} from json_each(${places}))`.execute(db);
  return new Set(words.filter((_, index) => Number(rows[0]?.[index]) >= COMMON));
}

/** Lets the transaction look for words in several indexes at the same time. */
export function prepareSearch(db: Db): Promise<void> {
  return joinIndexes(db);
}

// Accounts that their owners closed are being deleted. They are few, so that the index of an order still answers alone.
// SQLite looks a comparison up in the index of `purge_after`, but not `is not null`.
const closedIds = sql`select id from users where purge_after > '' and closed_at is not null`;

/** Leaves out accounts that are being deleted. */
export const isOpen = sql<boolean>`users.id not in (${closedIds})`;

/** Whether nobody's account is being deleted: its owner has closed it, and it is no longer in any list. */
export async function findAllOpen(db: Db): Promise<boolean> {
  const { rows } = await sql`${closedIds} limit 1`.execute(db);
  return rows.length === 0;
}

/** A status that few people have. */
export type Rare = Exclude<Status, 'active'>;

// PostgreSQL finds people by their restrictions only where nothing is left to ask of them one by one.
function hasStatus(status: Status, now: Date): RawBuilder<boolean> {
  if (status !== 'active') return sql`users.id in (${restrictedTo(status, now)})`;
  return sql`users.id not in (${inForce(
    STATUS_OF_KIND.map(([kind]) => kind),
    now,
  )})`;
}

/** The ids of open accounts that have a status; several times where they have several restrictions. */
export function restrictedTo(status: Rare, now: Date): RawBuilder<unknown> {
  const place = STATUS_OF_KIND.findIndex(([, name]) => name === status);
  const kinds = STATUS_OF_KIND.map(([kind]) => kind);
  const graver = place === 0 ? sql`` : sql`and user_id not in (${inForce(kinds.slice(0, place), now)})`;
  return sql`${inForce(kinds.slice(place, place + 1), now)} ${graver} and user_id not in (${closedIds})`;
}

function inForce(kinds: string[], now: Date): RawBuilder<unknown> {
  return sql`select user_id from restrictions where is_active = 1
    and restriction_type in (${sql.join(kinds)}) and (expires_at is null or expires_at > ${now.toISOString()})`;
}

/** How many open accounts have each status but active. */
export type Restricted = Record<Rare, number>;

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
