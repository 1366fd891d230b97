import type { Operating, Reading } from '../../context.ts';
import { offsetOf } from '../../pagination.ts';
import { readRestrictionsOf } from '../../restrictions/restrictions.ts';
import { fromSnapshot } from '../../snapshot.ts';
import { mayAdminister } from '../permission.ts';
import { requireRole } from '../require.ts';
import { countRestricted } from './filter.queries.ts';
import { type AdminUser, presentForAdmin } from './present.ts';
import type { UserFilter, UsersInput } from './schema.ts';
import type { AdminUserRow } from './users.queries.ts';
import {
  countEverybody,
  countFound,
  countRoles,
  countUsers,
  findUserIds,
  findUsers,
} from './users.queries.ts';

/** @throws DomainError FORBIDDEN (403) */
export function listUsers(context: Reading, input: UsersInput) {
  requireRole(context, 'admin');
  const { limit } = input;
  const offset = offsetOf(input);
  return fromSnapshot(context, async (inside) => {
    const { db, now } = inside;
    const summary = await summarisePeople(inside);
    const matches = await countMatching(inside, input);
    const rows =
      offset < matches.total ? await findUsers(db, input, input, { now, ...matches }, { limit, offset }) : [];
    const users = await present(inside, rows);
    return { users, summary, limit, offset, ...matches };
  });
}

type Counting = Pick<Reading, 'db' | 'now'>;

async function countMatching({ db, now }: Counting, filter: UserFilter) {
  const { search } = filter;
  if (search) return countFound(db, { ...filter, search }, now);
  return { total: await countUsers(db, filter, { now, isAnywhere: false }), isAnywhere: false };
}

const EVERYBODY: UserFilter = {
  search: undefined,
  role: undefined,
  status: undefined,
  verified: undefined,
  seen: undefined,
};

const LATEST_FIRST = { sortBy: 'created_at', sortOrder: 'desc' } as const;

/** Ignores the filter; `active` are accounts without a restriction in force. */
export async function summarisePeople(context: Counting) {
  const total_users = await countEverybody(context.db);
  const { deleted, blocked, restricted } = await countRestricted(context.db, context.now);
  return {
    total_users,
    active: total_users - deleted - blocked - restricted,
    blocked,
    admins: await countRoles(context.db, ['admin', 'super_admin']),
  };
}

export function countFiltered({ db, now }: Counting, changes: Partial<UserFilter>): Promise<number> {
  return countUsers(db, { ...EVERYBODY, ...changes }, { now, isAnywhere: false });
}

/** Those who joined last, or who signed in last. */
export async function latestUsers(
  context: Reading,
  limit: number,
  sortBy: 'created_at' | 'last_login' = 'created_at',
  changes: Partial<UserFilter> = {},
): Promise<AdminUser[]> {
  const { db, now } = context;
  const [filter, order] = [
    { ...EVERYBODY, ...changes },
    { ...LATEST_FIRST, sortBy },
  ];
  const search = { now, isAnywhere: false, total: 0 };
  return present(context, await findUsers(db, filter, order, search, { limit, offset: 0 }));
}

const WAITING = 3;

/** Who cannot sign in before an administrator confirms the address, because no mail is sent; empty for others. */
export async function waitingUsers(context: Reading & Operating): Promise<AdminUser[]> {
  if (context.settings.SMTP_URL || !mayAdminister(context.viewer, 'admin')) return [];
  return latestUsers(context, WAITING, 'created_at', { verified: 'false' });
}

async function present(context: Counting, rows: AdminUserRow[]): Promise<AdminUser[]> {
  const ids = rows.map(({ id }) => id);
  const restrictions = await readRestrictionsOf(context, ids);
  return rows.map((row) => presentForAdmin(row, restrictions.get(row.id) ?? []));
}

export async function idsMatching(context: Reading, filter: UserFilter, most: number): Promise<string[]> {
  requireRole(context, 'admin');
  const search = { now: context.now, ...(await countMatching(context, filter)) };
  return findUserIds(context.db, filter, LATEST_FIRST, search, { limit: most, offset: 0 });
}
