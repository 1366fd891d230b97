import type { Kysely } from 'kysely';

/** Whom Google's accounts belong to, by Google's own name for them; and who no longer wants to be found by address. */
export const google = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('users').addColumn('google_id', 'text').execute();
    await db.schema
      .alterTable('users')
      .addColumn('google_refused', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex('users_by_google').on('users').column('google_id').unique().execute();
  },
};
