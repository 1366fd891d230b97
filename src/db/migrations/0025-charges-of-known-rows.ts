import type { Kysely } from 'kysely';

const COLUMN = 'charge_date';

/** The charge that a bank stated for a row of an account's file. */
export async function addChargesOfKnownRows(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('known_bank_rows').addColumn(COLUMN, 'text').execute();
}
