import type { Db } from '../../src/db/open.ts';
import type { RestrictionRow } from '../../src/db/tables.ts';
import { newId } from '../../src/domain/id.ts';

/** Writes a restriction of somebody into the database: a block without end, unless told otherwise. */
export async function restrict(db: Db, userId: string, changes: Partial<RestrictionRow> = {}): Promise<void> {
  const row: RestrictionRow = {
    user_id: userId,
    id: newId(new Date()),
    restriction_type: 'blocked',
    reason: 'Too many accounts',
    is_active: 1,
    expires_at: null,
    created_at: new Date().toISOString(),
    ...changes,
  };
  await db.insertInto('restrictions').values(row).execute();
}
