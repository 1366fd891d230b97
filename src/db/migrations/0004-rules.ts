import type { Kysely } from 'kysely';
import { createTable, integer, owner, type Row, type Table, text } from './create-table.ts';

const columns = {
  user_id: owner,
  id: text,
  /** Rules are tried in this order. */
  position: integer,
  is_active: integer,
  /** JSON: `Condition[]` and `Actions` of `domain/rules/schema.ts`. */
  conditions: text,
  actions: text,
  applied_count: integer,
  created_at: text,
  updated_at: text,
};

export interface RuleTables {
  /** What a person wants done with transactions that are recorded or imported. */
  rules: Row<typeof columns>;
}

const rules: Table<typeof columns> = { columns, primaryKey: ['user_id', 'id'], isClustered: true };

export async function addRules(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'rules', rules);
}
