import { sql } from 'kysely';
import { isAmong } from '../../db/engine-functions.ts';
import type { Db } from '../../db/open.ts';

/** Which of some ids are those of what files brought. */
export async function findMade(db: Db, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('bank_import_rows')
    .select('made_id')
    .where('user_id', '=', userId)
    .where(isAmong(db, sql.ref('made_id'), ids))
    .execute();
  return rows.flatMap(({ made_id }) => made_id ?? []);
}
