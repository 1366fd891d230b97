import type { RestrictionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import type { Reading } from '../context.ts';
import { newId } from '../id.ts';
import {
  findAllRestrictions,
  findRestrictions,
  findRestrictionsOf,
  insertRestriction,
} from './restrictions.queries.ts';

export { endRestrictions } from './restrictions.queries.ts';

/** Restrictions in force, earliest first. */
export async function readRestrictions(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  userId: string,
): Promise<PresentedRestriction[]> {
  return (await findRestrictions(db, userId, now.toISOString())).map(presentRestriction);
}

/** By user id; people without restrictions are missing. */
export async function readRestrictionsOf(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  userIds: readonly string[],
): Promise<Map<string, PresentedRestriction[]>> {
  const restrictionsById = new Map<string, PresentedRestriction[]>();
  if (userIds.length === 0) return restrictionsById;
  for (const { user_id, ...row } of await findRestrictionsOf(db, userIds, now.toISOString()))
    restrictionsById.set(user_id, [...(restrictionsById.get(user_id) ?? []), presentRestriction(row)]);
  return restrictionsById;
}

/** Includes those no longer in force; instants are ISO 8601 in UTC. */
export function listRestrictions({ db, viewer }: Reading): Promise<PastRestriction[]> {
  return listRestrictionsOf({ db }, viewer.id);
}

export async function listRestrictionsOf(
  { db }: Pick<Reading, 'db'>,
  userId: string,
): Promise<PastRestriction[]> {
  const rows = await findAllRestrictions(db, userId);
  return rows.map(({ created_at, ...restriction }) => ({ ...presentRestriction(restriction), created_at }));
}

function presentRestriction({
  restriction_type,
  reason,
  is_active,
  expires_at,
}: Pick<RestrictionRow, 'restriction_type' | 'reason' | 'is_active' | 'expires_at'>) {
  return { restriction_type, reason, is_active: is_active === 1, expires_at };
}

type PastRestriction = PresentedRestriction & { created_at: string };

export type PresentedRestriction = ReturnType<typeof presentRestriction>;

interface Restriction {
  kind: RestrictionRow['restriction_type'];
  reason: string | null;
  /** ISO 8601 in UTC; null for no end. */
  expiresAt: string | null;
}

export async function addRestriction(
  tx: Tx,
  userId: string,
  { kind, reason, expiresAt }: Restriction,
  now: Date,
): Promise<void> {
  await insertRestriction(tx, {
    user_id: userId,
    id: newId(now),
    restriction_type: kind,
    reason,
    is_active: 1,
    expires_at: expiresAt,
    created_at: now.toISOString(),
  });
}
