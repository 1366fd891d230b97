import type { Kysely } from 'kysely';

const COLUMN = 'installment_price';

/** What a purchase in payments costs, where not all of them are there to be added up. */
export async function addPricesOfPurchases(db: Kysely<unknown>): Promise<void> {
  for (const table of ['transactions', 'bank_import_rows'])
    await db.schema.alterTable(table).addColumn(COLUMN, 'bigint').execute();
}
