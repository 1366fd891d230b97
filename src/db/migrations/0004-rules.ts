import type { Kysely } from 'kysely';
import { createTable, integer, owner, type Table, text } from './create-table.ts';

const columns = {
  user_id: owner,
  id: text,
  position: integer,
  is_active: integer,
  conditions: text,
  actions: text,
  applied_count: integer,
  created_at: text,
  updated_at: text,
};

const rules: Table<typeof columns> = { columns, primaryKey: ['user_id', 'id'], isClustered: true };

export async function addRules(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'rules', rules);
}
