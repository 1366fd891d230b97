import type { Kysely } from 'kysely';
import { createTable, money, owner, text } from './create-table.ts';

const TABLE = 'changed_months';

export async function addChangedMonths(db: Kysely<unknown>): Promise<void> {
  await createTable(db, TABLE, {
    columns: { user_id: owner, month: text, revision: money },
    primaryKey: ['user_id', 'month'],
    isClustered: true,
  });
}

/** What budgets carry over is computed whenever it is read. */
export async function dropChangedMonths(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable(TABLE).execute();
}
