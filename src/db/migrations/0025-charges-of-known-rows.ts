import type { Kysely } from 'kysely';
import type { ChargeOfKnownRow } from '../tables.ts';

const COLUMN: keyof ChargeOfKnownRow = 'charge_date';

/** The charge that a bank stated for a row of an account's file; see `ChargeOfKnownRow`. */
export async function addChargesOfKnownRows(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('known_bank_rows').addColumn(COLUMN, 'text').execute();
}
