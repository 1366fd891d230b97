import type { Kysely } from 'kysely';
import { createTable, integer, money, optional, owner, table, text } from './create-table.ts';

const TABLES = {
  second_factors: table({
    columns: {
      user_id: owner,
      secret: text,
      confirmed_at: optional(text),
      last_step: money,
    },
    primaryKey: ['user_id'],
    isClustered: true,
  }),

  recovery_codes: table({
    columns: { user_id: owner, hash: text },
    primaryKey: ['user_id', 'hash'],
    isClustered: true,
  }),

  challenges: table({
    columns: {
      user_id: owner,
      id: text,
      hash: text,
      attempts: integer,
      remember: integer,
      expires_at: text,
    },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),
};

export async function addSecondFactor(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
