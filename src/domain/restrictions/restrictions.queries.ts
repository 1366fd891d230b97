import type { Db } from '../../db/open.ts';

/** All restrictions of a person, including those no longer in force, the earliest first. */
export function findAllRestrictions(db: Db, userId: string) {
  return db
    .selectFrom('restrictions')
    .select(['restriction_type', 'reason', 'is_active', 'expires_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** The restrictions in force at an instant, the earliest first: active and not expired. */
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
