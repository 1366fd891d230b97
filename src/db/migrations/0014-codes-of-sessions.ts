import type { Kysely } from 'kysely';
import type { CodeOfSession } from '../tables.ts';

const COLUMN: keyof CodeOfSession = 'code_entered_at';

/** When a code of the second factor was last entered in a session; see `CodeOfSession`. */
export async function addCodesOfSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn(COLUMN, 'text').execute();
}
