import type { Db } from '../../db/open.ts';

/** Everything that was ever forbidden somebody, also what holds no more, the first one first. */
export function findAllRestrictions(db: Db, userId: string) {
  return db
    .selectFrom('restrictions')
    .select(['restriction_type', 'reason', 'is_active', 'expires_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** What holds for somebody at an instant, the first one first: active and not run out. */
export function findRestrictions(db: Db, userId: string, now: string) {
  return db
    .selectFrom('restrictions')
    .select(['restriction_type', 'reason', 'is_active', 'expires_at'])
    .where('user_id', '=', userId)
    .where('is_active', '=', 1)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id')
    .execute();
}
