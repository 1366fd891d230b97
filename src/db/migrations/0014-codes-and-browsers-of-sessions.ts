import type { Kysely } from 'kysely';

const COLUMNS = ['code_entered_at', 'device_hash'];

/** When a code was last entered in a session, and in which browser it is. */
export async function addCodesAndBrowsersOfSessions(db: Kysely<unknown>): Promise<void> {
  for (const column of COLUMNS) await db.schema.alterTable('sessions').addColumn(column, 'text').execute();
}
