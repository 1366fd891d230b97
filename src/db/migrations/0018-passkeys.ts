import type { Kysely } from 'kysely';
import { createTable, money, optional, owner, table, text, unique } from './create-table.ts';

const TABLES = {
  passkeys: table({
    columns: {
      user_id: owner,
      id: text,
      credential_id: text,
      public_key: text,
      transports: text,
      counter: money,
      name: text,
      created_at: text,
      last_used_at: optional(text),
    },
    primaryKey: ['user_id', 'id'],
    indexes: { passkeys_by_credential: unique('user_id', 'credential_id') },
    isClustered: true,
  }),

  used_challenges: table({
    columns: { user_id: owner, hash: text, expires_at: text },
    primaryKey: ['user_id', 'hash'],
    isClustered: true,
  }),
};

export async function addPasskeys(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
