import type { Db } from '../../db/open.ts';
import type { RestrictionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

/** Earliest first. */
export function findAllRestrictions(db: Db, userId: string) {
  return db
    .selectFrom('restrictions')
    .select(['restriction_type', 'reason', 'is_active', 'expires_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Earliest first. */
export function findRestrictions(db: Db, userId: string, now: string) {
  return findRestrictionsOf(db, [userId], now);
}

/** Earliest first. */
export function findRestrictionsOf(db: Db, userIds: readonly string[], now: string) {
  return db
    .selectFrom('restrictions')
    .select(['user_id', 'restriction_type', 'reason', 'is_active', 'expires_at'])
    .where('user_id', 'in', userIds)
    .where('is_active', '=', 1)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id')
    .execute();
}

export async function insertRestriction(tx: Tx, row: RestrictionRow): Promise<void> {
  await tx.insertInto('restrictions').values(row).execute();
}

export async function endRestrictions(
  tx: Tx,
  userId: string,
  kind: RestrictionRow['restriction_type'],
  now: Date,
): Promise<number> {
  const result = await tx
    .updateTable('restrictions')
    .set({ is_active: 0 })
    .where('user_id', '=', userId)
    .where('restriction_type', '=', kind)
    .where('is_active', '=', 1)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
