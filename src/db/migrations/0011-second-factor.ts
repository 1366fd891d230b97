import type { Kysely } from 'kysely';
import { createTable, integer, money, optional, owner, type RowsOf, table, text } from './create-table.ts';

const TABLES = {
  /** What makes the codes that a person enters after the password. */
  second_factors: table({
    columns: {
      user_id: owner,
      /** Encrypted by a key that is made of `APP_SECRET`. */
      secret: text,
      /** Null until its first code was entered: before that it is not asked for. */
      confirmed_at: optional(text),
      /** The time step of the last code, because none is accepted twice. */
      last_step: money,
    },
    primaryKey: ['user_id'],
    isClustered: true,
  }),

  /** Each replaces one code, once. */
  recovery_codes: table({
    columns: { user_id: owner, hash: text },
    primaryKey: ['user_id', 'hash'],
    isClustered: true,
  }),

  /** Sign-ins whose password was right and whose code is awaited. */
  challenges: table({
    columns: {
      user_id: owner,
      id: text,
      hash: text,
      attempts: integer,
      /** Whether the session that follows is to last long. */
      remember: integer,
      expires_at: text,
    },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),
};

export type SecondFactorTables = RowsOf<typeof TABLES>;

export async function addSecondFactor(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
