import type { CreateTableBuilder, Kysely } from 'kysely';

type Finish = <Name extends string, Column extends string>(
  table: CreateTableBuilder<Name, Column>,
) => CreateTableBuilder<Name, Column>;

/** What an administrator has forbidden somebody, why and until when; rows stay as history. */
export const restrictions = (clustered: Finish) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await clustered(
      db.schema
        .createTable('restrictions')
        .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
        .addColumn('id', 'text', (column) => column.notNull())
        .addColumn('restriction_type', 'text', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .addColumn('expires_at', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('restrictions_key', ['user_id', 'id']),
    ).execute();
  },
});
