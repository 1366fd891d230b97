import type { CreateTableBuilder, Kysely } from 'kysely';

type Finish = <Name extends string, Column extends string>(
  table: CreateTableBuilder<Name, Column>,
) => CreateTableBuilder<Name, Column>;

/** A person's picture in its two sizes, at most one a person; SQLite keeps bytes as they are under any type's name. */
export function profilePictures(clustered: Finish) {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await clustered(
        db.schema
          .createTable('profile_pictures')
          .addColumn('user_id', 'text', (column) =>
            column.notNull().references('users.id').onDelete('cascade'),
          )
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('small', 'bytea', (column) => column.notNull())
          .addColumn('large', 'bytea', (column) => column.notNull())
          .addPrimaryKeyConstraint('profile_pictures_key', ['user_id']),
      ).execute();
    },
  };
}
