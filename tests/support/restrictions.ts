import type { Db } from '../../src/db/open.ts';
import type { RestrictionRow } from '../../src/db/tables.ts';
import { newId } from '../../src/domain/id.ts';

/** By default a block without end. */
export async function restrict(db: Db, userId: string, changes: Partial<RestrictionRow> = {}): Promise<void> {
  const now = new Date();
  const row: RestrictionRow = {
    user_id: userId,
    id: newId(now),
    restriction_type: 'blocked',
    reason: 'Too many accounts',
    is_active: 1,
    expires_at: null,
    created_at: now.toISOString(),
    ...changes,
  };
  await db.insertInto('restrictions').values(row).execute();
}
