import { type Kysely, sql } from 'kysely';

/** Few transactions are incomes, and hardly any are of unknown worth: both are found without reading the others. */
const INDEXES = {
  transactions_by_income: sql<boolean>`type = 'income'`,
  transactions_by_unrated: sql<boolean>`amount = 0 or account_amount = 0`,
};

export async function addIncomesAndUnrated(db: Kysely<unknown>): Promise<void> {
  for (const [name, where] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on('transactions').columns(['user_id', 'date']).where(where).execute();
}
