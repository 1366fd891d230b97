import type { Kysely } from 'kysely';

const COLUMN = 'rate';

/** The rate that the file of an account fixed. */
export async function addRatesOfRows(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bank_import_rows').addColumn(COLUMN, 'text').execute();
}
