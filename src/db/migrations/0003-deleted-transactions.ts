import type { CreateTableBuilder, Kysely } from 'kysely';

type Finish = <Name extends string, Column extends string>(
  table: CreateTableBuilder<Name, Column>,
) => CreateTableBuilder<Name, Column>;

/** What was deleted a short while ago, as it was, so that it can be brought back. */
export function deletedTransactions(clustered: Finish) {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await clustered(
        db.schema
          .createTable('deleted_transactions')
          .addColumn('user_id', 'text', (column) =>
            column.notNull().references('users.id').onDelete('cascade'),
          )
          .addColumn('batch_id', 'text', (column) => column.notNull())
          .addColumn('id', 'text', (column) => column.notNull())
          .addColumn('content', 'text', (column) => column.notNull())
          .addColumn('deleted_at', 'text', (column) => column.notNull())
          .addPrimaryKeyConstraint('deleted_transactions_key', ['user_id', 'batch_id', 'id']),
      ).execute();
    },
  };
}
