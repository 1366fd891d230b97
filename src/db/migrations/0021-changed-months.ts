import type { Kysely } from 'kysely';
import { createTable, money, owner, table, text } from './create-table.ts';

const TABLES = {
  changed_months: table({
    columns: { user_id: owner, month: text, revision: money },
    primaryKey: ['user_id', 'month'],
    isClustered: true,
  }),
};

export async function addChangedMonths(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
