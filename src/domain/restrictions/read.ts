import type { RestrictionRow } from '../../db/tables.ts';
import type { Context, SignedIn } from '../context.ts';
import { findAllRestrictions, findRestrictions } from './restrictions.queries.ts';

/** The restrictions in force now, as answers show them; the earliest first. */
export async function readRestrictions(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: string,
): Promise<PresentedRestriction[]> {
  return (await findRestrictions(db, userId, now.toISOString())).map(presentRestriction);
}

/** All restrictions of the viewer, including those no longer in force; instants are ISO 8601 in UTC. */
export async function listRestrictions({
  db,
  viewer,
}: SignedIn): Promise<(PresentedRestriction & { created_at: string })[]> {
  const rows = await findAllRestrictions(db, viewer.id);
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

export type PresentedRestriction = ReturnType<typeof presentRestriction>;
