import type { Kysely } from 'kysely';
import { createTable, money, optional, owner, type RowsOf, table, text, unique } from './create-table.ts';

const TABLES = {
  passkeys: table({
    columns: {
      user_id: owner,
      id: text,
      /** The authenticator's own id for it, in base64url. */
      credential_id: text,
      /** In COSE, in base64url. */
      public_key: text,
      /** How it can be reached, as the browser said: a list in JSON. */
      transports: text,
      /** Grows with each use, unless the authenticator does not count; an earlier one tells of a copy. */
      counter: money,
      name: text,
      created_at: text,
      last_used_at: optional(text),
    },
    primaryKey: ['user_id', 'id'],
    indexes: { passkeys_by_credential: unique('user_id', 'credential_id') },
    isClustered: true,
  }),

  /** Questions to authenticators that were answered, until they would have ended. */
  used_challenges: table({
    columns: { user_id: owner, hash: text, expires_at: text },
    primaryKey: ['user_id', 'hash'],
    isClustered: true,
  }),
};

export type PasskeyTables = RowsOf<typeof TABLES>;

export async function addPasskeys(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
