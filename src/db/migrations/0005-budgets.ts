import type { Kysely } from 'kysely';
import { createTable, integer, money, oneOf, optional, owner, table, text } from './create-table.ts';

const TABLES = {
  budgets: table({
    columns: {
      user_id: owner,
      id: text,
      category_ids: text,
      period: oneOf('weekly', 'monthly', 'yearly'),
      start_day: integer,
      carry: oneOf('none', 'all', 'overspent'),
      carry_cap: optional(money),
      starts_on: text,
      is_active: integer,
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),

  budget_amounts: table({
    columns: { user_id: owner, budget_id: text, starts_on: text, amount: money },
    primaryKey: ['user_id', 'budget_id', 'starts_on'],
    foreignKeys: [{ columns: ['user_id', 'budget_id'], table: 'budgets', onDelete: 'cascade' }],
    isClustered: true,
  }),

  goals: table({
    columns: {
      user_id: owner,
      id: text,
      name: text,
      amount: money,
      due_date: optional(text),
      account_id: optional(text),
      saved: money,
      monthly: optional(money),
      reached_on: optional(text),
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),
};

export async function addBudgets(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
