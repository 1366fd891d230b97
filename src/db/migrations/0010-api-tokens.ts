import type { Kysely } from 'kysely';
import { createTable, oneOf, optional, owner, type Row, type Table, text } from './create-table.ts';

const columns = {
  user_id: owner,
  id: text,
  name: text,
  scope: oneOf('read', 'write', 'import'),
  hash: text,
  created_at: text,
  /** Null for one that never expires. */
  expires_at: optional(text),
  last_used_at: optional(text),
  last_ip: optional(text),
};

export interface ApiTokenTables {
  /** Tokens by which programs act for a person, apart from sessions. */
  api_tokens: Row<typeof columns>;
}

const apiTokens: Table<typeof columns> = { columns, primaryKey: ['user_id', 'id'], isClustered: true };

export async function addApiTokens(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'api_tokens', apiTokens);
}
