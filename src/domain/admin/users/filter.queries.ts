import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { contains } from '../../../db/engine-functions.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { DAY, later } from '../../instants.ts';
import { STATUS_OF_KIND, type Status } from '../../restrictions/status.ts';
import { foldedSearch } from '../../users/person-keys.ts';
import type { UserFilter } from './schema.ts';

type Users<Output> = SelectQueryBuilder<Tables, 'users', Output>;

export interface Search {
  now: Date;
  /** Matches words anywhere in a name or an address, not only at its beginning. */
  isAnywhere: boolean;
}

const DAYS = { day: 1, week: 7, month: 30 };

export function matching<Output>(
  db: Db,
  users: Users<Output>,
  { search, role, status, verified, seen }: UserFilter,
  { now, isAnywhere }: Search,
): Users<Output> {
  let query = users.where(isOpen);
  if (role) query = query.where('role', '=', role);
  if (verified) query = query.where('email_verified', '=', verified === 'true' ? 1 : 0);
  if (status) query = query.where(hasStatus(status, now));
  const since = (days: number) => later(now, -days * DAY).toISOString();
  if (seen === 'never') query = query.where('last_login', 'is', null);
  else if (seen === 'earlier') query = query.where('last_login', '<', since(DAYS.month));
  else if (seen) query = query.where('last_login', '>=', since(DAYS[seen]));
  return search ? query.where(hasWords(db, search, isAnywhere)) : query;
}

const ID = /^[\da-f-]{36}$/i;

export function hasWords(db: Db, search: string, isAnywhere: boolean): RawBuilder<boolean> {
  const words = search.split(/\s+/u).map(foldedSearch).filter(Boolean).slice(0, 8);
  const conditions = words.map((word) => {
    // `sought` has each name and the address on a separate line.
    const isNamed = contains(db, sql`users.sought`, isAnywhere ? word : `\n${word}`);
    return ID.test(word) ? sql<boolean>`(${isNamed} or users.id = ${word})` : isNamed;
  });
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`1 = 1`;
}

/** Compares with '' because SQLite does not use the index for `is not null`. */
export const closedIds = sql`select id from users where purge_after > '' and closed_at is not null`;

/** Excludes closed accounts, which are being deleted. */
export const isOpen = sql<boolean>`users.id not in (${closedIds})`;

// `is true` prevents a join, with which PostgreSQL takes three times as long to count, and thirty times to list.
function hasStatus(status: Status, now: Date): RawBuilder<boolean> {
  const kinds = STATUS_OF_KIND.map(([kind]) => kind);
  const statusRank = STATUS_OF_KIND.findIndex(([, name]) => name === status);
  const isUnder = (anyOf: string[]) => sql<boolean>`(users.id in (${inForce(anyOf, now)})) is true`;
  if (status === 'active') return sql`not (${isUnder(kinds)})`;
  const moreSevere = kinds.slice(0, statusRank);
  const isOfKind = isUnder(kinds.slice(statusRank, statusRank + 1));
  return moreSevere.length > 0 ? sql`(${isOfKind} and not (${isUnder(moreSevere)}))` : isOfKind;
}

function inForce(kinds: string[], now: Date): RawBuilder<unknown> {
  return sql`select user_id from restrictions where is_active = 1
    and restriction_type in (${sql.join(kinds)}) and (expires_at is null or expires_at > ${now.toISOString()})`;
}

type Restricted = Record<Exclude<Status, 'active'>, number>;

export async function countRestricted(db: Db, now: Date): Promise<Restricted> {
  const ranks = STATUS_OF_KIND.map(
    ([kind], rank) => sql`when restriction_type = ${kind} then ${sql.lit(rank)}`,
  );
  const sums = STATUS_OF_KIND.map(
    ([, status], rank) => sql`sum(case when rank = ${sql.lit(rank)} then 1 else 0 end) as ${sql.ref(status)}`,
  );
  const { rows } = await sql<Restricted>`select ${sql.join(sums)} from (
      select user_id, min(case ${sql.join(ranks, sql` `)} end) as rank from restrictions
      where is_active = 1 and (expires_at is null or expires_at > ${now.toISOString()}) group by user_id
    ) as restricted where user_id not in (${closedIds})`.execute(db);
  const { deleted, blocked, restricted } = rows[0] ?? { deleted: 0, blocked: 0, restricted: 0 };
  return { deleted: Number(deleted), blocked: Number(blocked), restricted: Number(restricted) };
}
