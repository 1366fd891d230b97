import type { Kysely } from 'kysely';
import type { RateOfRow } from '../tables.ts';

const COLUMN: keyof RateOfRow = 'rate';

/** The rate that the file of an account fixed; see `RateOfRow`. */
export async function addRatesOfRows(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bank_import_rows').addColumn(COLUMN, 'text').execute();
}
