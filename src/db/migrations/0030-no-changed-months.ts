import type { Kysely } from 'kysely';

/** What budgets carry over is computed whenever it is read. */
export async function dropChangedMonths(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('changed_months').execute();
}
