import type { RestrictionRow } from '../../db/tables.ts';

/** A restriction as answers show it. */
export function presentRestriction({
  restriction_type,
  reason,
  is_active,
  expires_at,
}: Pick<RestrictionRow, 'restriction_type' | 'reason' | 'is_active' | 'expires_at'>) {
  return { restriction_type, reason, is_active: is_active === 1, expires_at };
}

export type PresentedRestriction = ReturnType<typeof presentRestriction>;
