import type { CreateTableBuilder, Kysely } from 'kysely';

type Finish = <Name extends string, Column extends string>(
  table: CreateTableBuilder<Name, Column>,
) => CreateTableBuilder<Name, Column>;

/** Which devices somebody has signed in from, and the address that a mailed link gives to an account. */
export const devicesAndAddresses = (clustered: Finish) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await clustered(
      db.schema
        .createTable('known_devices')
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('seen_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('known_devices_key', ['user_id', 'hash']),
    ).execute();
    await db.schema.alterTable('mail_tokens').addColumn('email', 'text').execute();
  },
});
