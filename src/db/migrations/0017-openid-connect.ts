import type { Kysely } from 'kysely';

/** Which accounts the host's provider of OpenID Connect signs in to. */
export async function addOpenIdConnect(db: Kysely<unknown>): Promise<void> {
  const users = () => db.schema.alterTable('users');
  await users().addColumn('oidc_id', 'text').execute();
  await users()
    .addColumn('oidc_refused', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('users_by_oidc').on('users').column('oidc_id').unique().execute();
}
