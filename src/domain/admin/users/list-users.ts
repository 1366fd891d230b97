import type { SignedIn } from '../../context.ts';
import { readRestrictionsOf } from '../../restrictions/read.ts';
import { fromSnapshot } from '../../snapshot.ts';
import { requireRole } from '../require.ts';
import { countRoles, countUsers, sumOf } from './counts.queries.ts';
import {
  countRestricted,
  findAllOpen,
  findCommonWords,
  mostFound,
  prepareSearch,
  type Restricted,
  type Search,
} from './filter.queries.ts';
import { type AdminUser, presentForAdmin } from './present.ts';
import { rememberedCount } from './remembered-counts.ts';
import type { UserFilter, UsersInput } from './schema.ts';
import { findUserIds, findUsers, type Order } from './users.queries.ts';

/** The people of the instance in four figures; `active` are those without a restriction in force. */
export interface PeopleSummary {
  total_users: number;
  active: number;
  blocked: number;
  admins: number;
}

interface UserList {
  users: AdminUser[];
  summary: PeopleSummary;
  /** How many match the filter. */
  total: number;
  limit: number;
  offset: number;
  /** Whether nobody's name or address begins with the words, so that they were looked for anywhere in them. */
  isAnywhere: boolean;
}

/** A page of the accounts that match a filter. @throws DomainError FORBIDDEN (403) */
export function listUsers(context: SignedIn, input: UsersInput): Promise<UserList> {
  requireRole(context, 'admin');
  const { limit } = input;
  const offset = input.cursor ?? (input.page ? (input.page - 1) * limit : input.offset);
  return fromSnapshot(context, async (inside) => {
    const { db, now } = inside;
    const filter = filterIn(input);
    const { summary, restricted } = await countPeople(inside);
    if (filter.search) await prepareSearch(db);
    const known = countedAlready(filter, summary, restricted);
    const { total, isAnywhere } =
      known === undefined
        ? await countMatching(inside, filter, summary.total_users, restricted)
        : { total: known, isAnywhere: false };
    const isFew = isSparse(input) && total <= mostFound(db, filter);
    const commonWords = await findCommonWords(db, filter, isAnywhere);
    const search = { now, isAnywhere, isFew, areAllOpen: await findAllOpen(db), commonWords };
    const rows = await pageOf(db, { filter, order: input, search }, { total, limit, offset });
    const restrictions = await readRestrictionsOf(
      inside,
      rows.map(({ id }) => id),
    );
    const users = rows.map((row) => presentForAdmin(row, restrictions.get(row.id) ?? []));
    return { users, summary, total, limit, offset, isAnywhere };
  });
}

// What these find may lie anywhere in the order of the list.
const isSparse = ({ search, status, seen, sortBy }: UsersInput) =>
  search !== undefined ||
  (status !== undefined && status !== 'active') ||
  (seen !== undefined && seen !== 'never' && sortBy !== 'last_login');

// The summary has counted everybody, and those of each status.
function countedAlready(
  { status, ...others }: UserFilter,
  summary: PeopleSummary,
  restricted: Restricted,
): number | undefined {
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  if (status === undefined) return summary.total_users;
  return status === 'active' ? summary.active : restricted[status];
}

type Reading = Pick<SignedIn, 'db' | 'rootDb' | 'now'>;

// Without the order and the place, which say nothing about whom is meant.
function filterIn({ search, role, status, verified, seen }: UserFilter): UserFilter {
  return { search, role, status, verified, seen };
}

interface PageOfAll {
  total: number;
  limit: number;
  offset: number;
}

// What lies beyond the middle is nearer from the other end: rows before a page are passed over one by one.
async function pageOf(
  db: SignedIn['db'],
  { filter, order, search }: { filter: UserFilter; order: Order; search: Search },
  { total, limit, offset }: PageOfAll,
) {
  if (offset >= total) return [];
  if (offset <= total / 2) return findUsers(db, filter, order, search, { limit, offset });
  const rest = Math.min(limit, total - offset);
  const reversed = { ...order, sortOrder: order.sortOrder === 'desc' ? 'asc' : 'desc' } as const;
  const place = { limit: rest, offset: total - offset - rest };
  return (await findUsers(db, filter, reversed, search, place)).reverse();
}

// Administrators change statuses and look whether they did: what is remembered is forgotten with any change of them.
async function countMatching(context: Reading, filter: UserFilter, among: number, restricted: Restricted) {
  const { db, now } = context;
  const count = (isAnywhere: boolean) => {
    const name = JSON.stringify([filter, isAnywhere, filter.status && restricted]);
    return rememberedCount(context, name, () => countUsers(db, filter, { now, isAnywhere }), among);
  };
  const total = await count(false);
  if (total > 0 || !filter.search) return { total, isAnywhere: false };
  return { total: await count(true), isAnywhere: true };
}

const EVERYBODY: UserFilter = {
  search: undefined,
  role: undefined,
  status: undefined,
  verified: undefined,
  seen: undefined,
};

const LATEST_FIRST = { sortBy: 'created_at', sortOrder: 'desc' } as const;

/** The summary of all accounts, whatever the filter is. */
export async function summarisePeople(context: Reading): Promise<PeopleSummary> {
  return (await countPeople(context)).summary;
}

async function countPeople(context: Reading) {
  const total_users = await countEverybody(context);
  const restricted = await countRestricted(context.db, context.now);
  const summary: PeopleSummary = {
    total_users,
    active: total_users - sumOf(restricted),
    blocked: restricted.blocked,
    admins: await countRoles(context.db, ['admin', 'super_admin']),
  };
  return { summary, restricted };
}

const countEverybody = (context: Reading) =>
  rememberedCount(context, 'everybody', () => countFiltered(context, {}));

/** How many accounts match a filter. */
export function countFiltered(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  changes: Partial<UserFilter>,
): Promise<number> {
  return countUsers(db, { ...EVERYBODY, ...changes }, { now, isAnywhere: false });
}

/** The accounts that were created last. */
export async function newestUsers(context: Reading, limit: number): Promise<AdminUser[]> {
  const { db, now } = context;
  const rows = await findUsers(db, EVERYBODY, LATEST_FIRST, { now, isAnywhere: false }, { limit, offset: 0 });
  const restrictions = await readRestrictionsOf(
    context,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentForAdmin(row, restrictions.get(row.id) ?? []));
}

/** The ids of everybody who matches a filter, at most `most`, in the order of the list. */
export async function idsMatching(context: SignedIn, filter: UserFilter, most: number): Promise<string[]> {
  requireRole(context, 'admin');
  const { summary, restricted } = await countPeople(context);
  const { isAnywhere } = await countMatching(context, filter, summary.total_users, restricted);
  const search = { now: context.now, isAnywhere };
  return findUserIds(context.db, filter, LATEST_FIRST, search, { limit: most, offset: 0 });
}
