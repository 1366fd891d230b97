import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

type Finish = <Name extends string, Column extends string>(
  table: CreateTableBuilder<Name, Column>,
) => CreateTableBuilder<Name, Column>;

/** Templates of what recurs, the dates that they leave out, and which date of which template a transaction stands for. */
export function recurring(clustered: Finish) {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await createTemplates(db, clustered);
      await createSkippedDates(db, clustered);
      await createDeletedTemplates(db, clustered);
      await markOccurrences(db);
      await db.schema
        .createTable('leases')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text', (column) => column.notNull())
        .execute();
    },
  };
}

async function createTemplates(db: Kysely<unknown>, clustered: Finish): Promise<void> {
  await clustered(
    db.schema
      .createTable('templates')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('notes', 'text')
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('category_id', 'text')
      .addColumn('interval_type', 'text', (column) => column.notNull())
      .addColumn('interval', 'integer', (column) => column.notNull())
      .addColumn('day_of_month', 'integer', (column) => column.notNull())
      .addColumn('day_of_week', 'integer', (column) => column.notNull())
      .addColumn('start_date', 'text', (column) => column.notNull())
      .addColumn('end_type', 'text', (column) => column.notNull())
      .addColumn('end_date', 'text')
      .addColumn('max_occurrences', 'integer')
      .addColumn('is_active', 'integer', (column) => column.notNull())
      .addColumn('timezone', 'text', (column) => column.notNull())
      .addColumn('preferred_time', 'text', (column) => column.notNull())
      .addColumn('generated_until', 'text', (column) => column.notNull())
      .addColumn('due_at', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('templates_key', ['user_id', 'id'])
      .addForeignKeyConstraint('templates_category', ['user_id', 'category_id'], 'categories', [
        'user_id',
        'id',
      ])
      .addCheckConstraint('templates_amount', sql`amount > 0`),
  ).execute();
  // Whoever generates for everybody looks at nothing that is not due.
  await db.schema
    .createIndex('templates_due')
    .on('templates')
    .columns(['due_at', 'user_id', 'id'])
    .where(sql.ref('due_at'), 'is not', null)
    .execute();
}

async function createSkippedDates(db: Kysely<unknown>, clustered: Finish): Promise<void> {
  await clustered(
    db.schema
      .createTable('skipped_dates')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('template_id', 'text', (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('skipped_dates_key', ['user_id', 'template_id', 'date'])
      .addForeignKeyConstraint(
        'skipped_dates_template',
        ['user_id', 'template_id'],
        'templates',
        ['user_id', 'id'],
        (key) => key.onDelete('cascade'),
      ),
  ).execute();
}

// As they were before a deletion changed or took them, so that it can be undone.
async function createDeletedTemplates(db: Kysely<unknown>, clustered: Finish): Promise<void> {
  await clustered(
    db.schema
      .createTable('deleted_templates')
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('batch_id', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('deleted_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('deleted_templates_key', ['user_id', 'batch_id', 'id']),
  ).execute();
}

async function markOccurrences(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transactions').addColumn('occurrence_date', 'text').execute();
  await db.schema.alterTable('transactions').addColumn('is_detached', 'integer').execute();
  await db.schema
    .createIndex('transactions_occurrence')
    .unique()
    .on('transactions')
    .columns(['user_id', 'template_id', 'occurrence_date'])
    .where(sql.ref('template_id'), 'is not', null)
    .execute();
}
