import type { Kysely } from 'kysely';
import type { PriceOfPurchase } from '../tables.ts';

const COLUMN: keyof PriceOfPurchase = 'installment_price';

/** What a purchase in payments costs, where not all of them are there to be added up; see `PriceOfPurchase`. */
export async function addPricesOfPurchases(db: Kysely<unknown>): Promise<void> {
  for (const table of ['transactions', 'bank_import_rows'])
    await db.schema.alterTable(table).addColumn(COLUMN, 'bigint').execute();
}
