import type { Kysely } from 'kysely';

/** When an account was closed, and when what is left of it goes for good; both empty for an open one. */
export const closedAccounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('users').addColumn('closed_at', 'text').execute();
    await db.schema.alterTable('users').addColumn('purge_after', 'text').execute();
    await db.schema.createIndex('users_by_purge').on('users').column('purge_after').execute();
  },
};
