import type { Kysely } from 'kysely';
import type { EndedPayments } from '../tables.ts';

const COLUMN: keyof EndedPayments = 'payments_end';

/** Whether payments after it are expected no more; see `EndedPayments`. */
export async function addEndedPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn(COLUMN, 'integer').execute();
}
