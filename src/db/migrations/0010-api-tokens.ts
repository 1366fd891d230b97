import type { Kysely } from 'kysely';
import { createTable, oneOf, optional, owner, type Table, text } from './create-table.ts';

const columns = {
  user_id: owner,
  id: text,
  name: text,
  scope: oneOf('read', 'write', 'import'),
  hash: text,
  created_at: text,
  expires_at: optional(text),
  last_used_at: optional(text),
  last_ip: optional(text),
};

const apiTokens: Table<typeof columns> = { columns, primaryKey: ['user_id', 'id'], isClustered: true };

export async function addApiTokens(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'api_tokens', apiTokens);
}
