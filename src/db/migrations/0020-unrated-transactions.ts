import { type Kysely, sql } from 'kysely';

/** The few amounts for which no rate was known, which every sum in the person's currency has to name. */
export async function addUnratedTransactions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('transactions_without_rate')
    .on('transactions')
    .columns(['user_id', 'account_id', 'date'])
    .where(sql<boolean>`amount = 0 or account_amount = 0`)
    .execute();
}
