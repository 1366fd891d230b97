import type { RestrictionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { newId } from '../id.ts';
import { endRestrictions, insertRestriction } from './restrictions.queries.ts';

interface Restriction {
  kind: RestrictionRow['restriction_type'];
  reason: string | null;
  /** When it ends by itself: ISO 8601 in UTC; null for never. */
  expiresAt: string | null;
}

/** Restricts an account from now on. */
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

/** Ends the restrictions of one kind; returns how many were in force. */
export function liftRestrictions(
  tx: Tx,
  userId: string,
  kind: Restriction['kind'],
  now: Date,
): Promise<number> {
  return endRestrictions(tx, userId, kind, now.toISOString());
}
