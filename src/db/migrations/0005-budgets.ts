import type { Kysely } from 'kysely';
import {
  createTable,
  integer,
  money,
  oneOf,
  optional,
  owner,
  type RowsOf,
  table,
  text,
} from './create-table.ts';

const TABLES = {
  /** What a person means to spend on some categories in each period. */
  budgets: table({
    columns: {
      user_id: owner,
      id: text,
      /** JSON: ids of categories, each with those that it was merged into; those of incomes lower what is spent. */
      category_ids: text,
      period: oneOf('weekly', 'monthly', 'yearly'),
      /** The day of the month on which months and years begin, 1 to 28. */
      start_day: integer,
      carry: oneOf('none', 'all', 'overspent'),
      /** The most that is carried over; null for no limit. */
      carry_cap: optional(money),
      /** The first day of its first period. */
      starts_on: text,
      is_active: integer,
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),

  /** The amount of a budget from a period on, until the next one. */
  budget_amounts: table({
    columns: { user_id: owner, budget_id: text, starts_on: text, amount: money },
    primaryKey: ['user_id', 'budget_id', 'starts_on'],
    foreignKeys: [{ columns: ['user_id', 'budget_id'], table: 'budgets', onDelete: 'cascade' }],
    isClustered: true,
  }),

  /** Money that is set aside for something. */
  goals: table({
    columns: {
      user_id: owner,
      id: text,
      name: text,
      amount: money,
      due_date: optional(text),
      account_id: optional(text),
      saved: money,
      /** What is set aside every month by itself in the projection; null for nothing. */
      monthly: optional(money),
      reached_on: optional(text),
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),
};

export type BudgetTables = RowsOf<typeof TABLES>;

export async function addBudgets(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
