import type { Kysely } from 'kysely';

const COLUMN = 'payments_end';

/** Whether payments after it are expected no more. */
export async function addEndedPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn(COLUMN, 'integer').execute();
}
