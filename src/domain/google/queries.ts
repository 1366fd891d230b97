import type { Db } from '../../db/open.ts';
import type { UserRow } from '../../db/tables.ts';

export function findUserByGoogleId(db: Db, googleId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('google_id', '=', googleId).executeTakeFirst();
}
