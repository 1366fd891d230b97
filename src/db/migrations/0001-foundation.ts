import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

/** Keeps a person's rows together: in SQLite a table without row ids is stored in the order of its key. */
type Finish = <Name extends string, Column extends string>(
  table: CreateTableBuilder<Name, Column>,
) => CreateTableBuilder<Name, Column>;

const owner = (column: import('kysely').ColumnDefinitionBuilder) =>
  column.notNull().references('users.id').onDelete('cascade');

async function createAccounts(db: Kysely<unknown>, clustered: Finish) {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', 'integer', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('language_preference', 'text', (column) => column.notNull())
    .addColumn('theme_preference', 'text', (column) => column.notNull())
    .addColumn('currency_preference', 'text', (column) => column.notNull())
    .addColumn('onboarding_completed', 'integer', (column) => column.notNull())
    .addColumn('preferences', 'text', (column) => column.notNull())
    .addColumn('phone', 'text')
    .addColumn('bio', 'text')
    .addColumn('location', 'text')
    .addColumn('website', 'text')
    .addColumn('birthday', 'text')
    .addColumn('profile_picture_url', 'text')
    .addColumn('is_premium', 'integer', (column) => column.notNull())
    .addColumn('oauth_provider', 'text')
    .addColumn('last_login', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();

  await clustered(
    db.schema
      .createTable('sessions')
      .addColumn('user_id', 'text', owner)
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('access_hash', 'text', (column) => column.notNull())
      .addColumn('access_expires_at', 'text', (column) => column.notNull())
      .addColumn('refresh_hash', 'text', (column) => column.notNull())
      .addColumn('previous_refresh_hash', 'text')
      .addColumn('rotated_at', 'text')
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('last_seen_at', 'text', (column) => column.notNull())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('ip', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('sessions_key', ['user_id', 'id']),
  ).execute();

  await clustered(
    db.schema
      .createTable('spent_tokens')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('session_id', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('spent_tokens_key', ['user_id', 'session_id', 'hash'])
      .addForeignKeyConstraint(
        'spent_tokens_session',
        ['user_id', 'session_id'],
        'sessions',
        ['user_id', 'id'],
        (key) => key.onDelete('cascade'),
      ),
  ).execute();

  await clustered(
    db.schema
      .createTable('mail_tokens')
      .addColumn('user_id', 'text', owner)
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('mail_tokens_key', ['user_id', 'hash']),
  ).execute();
}

async function createMoney(db: Kysely<unknown>, clustered: Finish) {
  await clustered(
    db.schema
      .createTable('categories')
      .addColumn('user_id', 'text', owner)
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('default_key', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('icon', 'text', (column) => column.notNull())
      .addColumn('color', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('is_archived', 'integer', (column) => column.notNull())
      .addColumn('is_hidden', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('categories_key', ['user_id', 'id'])
      .addUniqueConstraint('categories_name', ['user_id', 'type', 'name_key']),
  ).execute();

  await clustered(
    db.schema
      .createTable('transactions')
      .addColumn('user_id', 'text', owner)
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('merchant_name', 'text')
      .addColumn('category_id', 'text')
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('time', 'text', (column) => column.notNull())
      .addColumn('timezone', 'text', (column) => column.notNull())
      .addColumn('transaction_datetime', 'text', (column) => column.notNull())
      .addColumn('notes', 'text')
      .addColumn('template_id', 'text')
      .addColumn('search_text', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('transactions_key', ['user_id', 'id'])
      .addForeignKeyConstraint('transactions_category', ['user_id', 'category_id'], 'categories', [
        'user_id',
        'id',
      ])
      .addCheckConstraint('transactions_amount', sql`amount > 0`),
  ).execute();
  await db.schema
    .createIndex('transactions_by_date')
    .on('transactions')
    .columns(['user_id', 'date', 'time', 'id'])
    .execute();

  await clustered(
    db.schema
      .createTable('revisions')
      .addColumn('user_id', 'text', (column) => owner(column).primaryKey())
      .addColumn('number', 'bigint', (column) => column.notNull()),
  ).execute();

  for (const [table, period] of [
    ['daily_totals', 'date'],
    ['monthly_totals', 'month'],
  ] as const) {
    await clustered(
      db.schema
        .createTable(table)
        .addColumn('user_id', 'text', owner)
        .addColumn(period, 'text', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('category_id', 'text', (column) => column.notNull())
        .addColumn('amount', 'bigint', (column) => column.notNull())
        .addColumn('count', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint(`${table}_key`, ['user_id', period, 'type', 'category_id']),
    ).execute();
  }
}

async function createService(db: Kysely<unknown>, clustered: Finish) {
  await clustered(
    db.schema
      .createTable('idempotency_keys')
      .addColumn('user_id', 'text', owner)
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('body_hash', 'text', (column) => column.notNull())
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'path', 'key']),
  ).execute();

  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('window_start', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('settings')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('activity')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('action_type', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('target', 'text')
    .addColumn('details', 'text', (column) => column.notNull())
    .addColumn('ip', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
}

/** Accounts, categories, transactions and their totals; every key of a person's table starts with `user_id`. */
export function foundation(clustered: Finish) {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      await createAccounts(db, clustered);
      await createMoney(db, clustered);
      await createService(db, clustered);
    },
  };
}
