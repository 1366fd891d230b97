import type { Kysely } from 'kysely';
import { createTable, money, optional, owner, table, text } from './create-table.ts';

const TABLES = {
  changed_since_checks: table({
    columns: {
      user_id: owner,
      account_id: text,
      id: text,
      date: optional(text),
      amount: optional(money),
    },
    primaryKey: ['user_id', 'account_id', 'id'],
    isClustered: true,
  }),
};

export async function addChangedSinceChecks(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
