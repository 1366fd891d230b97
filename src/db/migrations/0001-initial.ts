import { type Kysely, sql } from 'kysely';
import type { Engine } from '../tables.ts';
import {
  bytes,
  createIndex,
  createTable,
  integer,
  madeOf,
  money,
  optional,
  ordered,
  owner,
  text,
} from './create-table.ts';

/**
 * The data model. Instants are ISO 8601 in UTC, dates `YYYY-MM-DD`, flags 0 or 1, amounts minor units. `db/tables.ts`
 * describes the columns.
 *
 * Every key of a table of personal data starts with `user_id`: another user's row cannot be reached, and the tables can
 * be distributed by `user_id` (decision 0005).
 */
export async function createDataModel(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createAccounts(db, engine);
  await createMoney(db, engine);
  await createRecurring(db, engine);
  await createTrash(db, engine);
  await createLongWork(db, engine);
  await createOperations(db);
}

async function createAccounts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // One row a person: who they are, how they sign in, what they prefer. A reference table, the same on every node.
  await createTable(db, 'users', {
    columns: {
      id: text,
      email: text,
      email_verified: integer,
      password_hash: optional(text),
      first_name: text,
      last_name: text,
      email_key: ordered,
      first_key: ordered,
      last_key: ordered,
      first_order: ordered,
      last_order: ordered,
      // What the search of people looks in: the names and the address, each on a line of its own. They are cut because
      // an entry of an index of PostgreSQL has at most 2,704 bytes.
      sought: madeOf(
        sql`'\n' || substr(first_key, 1, 200) || '\n' || substr(last_key, 1, 200) || '\n' || substr(email_key, 1, 254)`,
      ),
      role: text,
      language_preference: text,
      theme_preference: text,
      currency_preference: text,
      currency_chosen: integer,
      onboarding_completed: integer,
      onboarding_completed_at: optional(text),
      onboarding_version: optional(text),
      onboarding_steps: integer,
      onboarding_dismissed_at: optional(text),
      onboarding_skipped_at: optional(text),
      preferences: text,
      phone: optional(text),
      bio: optional(text),
      location: optional(text),
      website: optional(text),
      birthday: optional(text),
      profile_picture_url: optional(text),
      is_premium: integer,
      oauth_provider: optional(text),
      google_id: optional(text),
      google_refused: integer,
      last_login: optional(text),
      created_at: text,
      updated_at: text,
      closed_at: optional(text),
      purge_after: optional(text),
    },
    primaryKey: ['id'],
  });
  await db.schema.createIndex('users_by_email').unique().on('users').column('email').execute();
  await db.schema.createIndex('users_by_google').unique().on('users').column('google_id').execute();
  await db.schema.createIndex('users_by_purge').on('users').column('purge_after').execute();
  // The orders of the administrators' list. A search reads the first one alone, instead of whole rows.
  await createIndex(db, 'users_by_creation', 'users', ['created_at', 'id', 'sought']);
  await createIndex(db, 'users_by_sign_in', 'users', ['last_login', 'created_at', 'id']);
  await createIndex(db, 'users_by_role', 'users', ['role', 'created_at', 'id']);
  await createIndex(db, 'users_by_name', 'users', ['last_order', 'first_order', 'id']);
  await createIndex(db, 'users_by_address', 'users', ['email_key', 'id']);

  // A person's picture in its two sizes, at most one a person. Long rows: not clustered.
  await createTable(db, 'profile_pictures', {
    columns: { user_id: owner, name: text, small: bytes, large: bytes },
    primaryKey: ['user_id'],
  });

  // The sessions of signed-in people. Tokens are stored as SHA-256 only.
  await createTable(db, 'sessions', {
    columns: {
      user_id: owner,
      id: text,
      access_hash: text,
      access_expires_at: text,
      refresh_hash: text,
      previous_refresh_hash: optional(text),
      rotated_at: optional(text),
      expires_at: text,
      created_at: text,
      last_seen_at: text,
      user_agent: text,
      ip: text,
    },
    primaryKey: ['user_id', 'id'],
    clusteredOn: engine,
  });

  // Used refresh tokens: one that is sent again was stolen, and ends its session.
  await createTable(db, 'spent_tokens', {
    columns: { user_id: text, session_id: text, hash: text },
    primaryKey: ['user_id', 'session_id', 'hash'],
    foreignKeys: [{ columns: ['user_id', 'session_id'], table: 'sessions', onDelete: 'cascade' }],
    clusteredOn: engine,
  });

  // Valid links in mails: to verify or change an address, to reset a password.
  await createTable(db, 'mail_tokens', {
    columns: { user_id: owner, hash: text, purpose: text, expires_at: text, email: optional(text) },
    primaryKey: ['user_id', 'hash'],
    clusteredOn: engine,
  });

  // Known devices: browsers and programs that an account was signed in to from; a sign-in from another one is reported
  // by mail.
  await createTable(db, 'known_devices', {
    columns: { user_id: owner, hash: text, seen_at: text },
    primaryKey: ['user_id', 'hash'],
    clusteredOn: engine,
  });

  // Which versions of terms of service and privacy policy a person has agreed to, and when.
  await createTable(db, 'consents', {
    columns: { user_id: owner, version: text, given_at: text },
    primaryKey: ['user_id', 'version'],
    clusteredOn: engine,
  });

  // Restrictions by administrators: what, why and until when. Rows stay as history.
  await createTable(db, 'restrictions', {
    columns: {
      user_id: owner,
      id: text,
      restriction_type: text,
      reason: optional(text),
      is_active: integer,
      expires_at: optional(text),
      created_at: text,
    },
    primaryKey: ['user_id', 'id'],
    clusteredOn: engine,
  });
}

async function createMoney(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // The categories of income and expenses. Default categories are rows of each person too, identified by `default_key`.
  await createTable(db, 'categories', {
    columns: {
      user_id: owner,
      id: text,
      default_key: optional(text),
      name: text,
      name_key: text,
      type: text,
      language: text,
      icon: text,
      color: text,
      description: optional(text),
      is_archived: integer,
      is_hidden: integer,
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    clusteredOn: engine,
  });
  await db.schema
    .createIndex('categories_by_name')
    .unique()
    .on('categories')
    .columns(['user_id', 'type', 'name_key'])
    .execute();
  // What references a category has its type: an expense is never in a category of income.
  await db.schema
    .createIndex('categories_by_id_and_type')
    .unique()
    .on('categories')
    .columns(['user_id', 'id', 'type'])
    .execute();

  // Income and expenses, and the occurrences of recurring templates up to 90 days ahead. Written by the ledger alone.
  await createTable(db, 'transactions', {
    columns: {
      user_id: owner,
      id: text,
      type: text,
      amount: money,
      description: text,
      merchant_name: optional(text),
      category_id: optional(text),
      date: text,
      time: text,
      timezone: text,
      transaction_datetime: text,
      notes: optional(text),
      template_id: optional(text),
      occurrence_date: optional(text),
      is_detached: optional(integer),
      search_text: text,
      order_key: ordered,
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    foreignKeys: [{ columns: ['user_id', 'category_id', 'type'], table: 'categories' }],
    check: sql`amount > 0`,
    clusteredOn: engine,
  });
  await db.schema
    .createIndex('transactions_by_date')
    .on('transactions')
    .columns(['user_id', 'date', 'time', 'id'])
    .execute();
  await db.schema
    .createIndex('transactions_by_amount')
    .on('transactions')
    .columns(['user_id', 'type', 'amount', 'date'])
    .execute();
  // One template and one date never produce two transactions, whichever process generates them.
  await db.schema
    .createIndex('transactions_by_occurrence')
    .unique()
    .on('transactions')
    .columns(['user_id', 'template_id', 'occurrence_date'])
    .where(sql.ref('template_id'), 'is not', null)
    .execute();

  // Two transactions that look alike and that a person has said not to be duplicates; those with the same pattern are
  // not reported either. They stay when the transactions are deleted. Patterns may be long: not clustered.
  await createTable(db, 'not_duplicates', {
    columns: { user_id: owner, one_id: text, other_id: text, pattern: text, created_at: text },
    primaryKey: ['user_id', 'one_id', 'other_id'],
  });

  // The revision of a person's money and categories: the lock that their writers take first, and part of ETags.
  await createTable(db, 'revisions', {
    columns: { user_id: owner, number: money, import_id: optional(text) },
    primaryKey: ['user_id'],
    clusteredOn: engine,
  });

  // Sums of transactions by day and by month, so that a balance takes the same time with ten rows and with a million.
  for (const [table, period] of [
    ['daily_totals', 'date'],
    ['monthly_totals', 'month'],
  ] as const) {
    await createTable(db, table, {
      columns: { user_id: owner, [period]: text, type: text, category_id: text, amount: money, count: money },
      primaryKey: ['user_id', period, 'type', 'category_id'],
      clusteredOn: engine,
    });
  }

  // Sums of months by what else distinguishes transactions: the hour, the size of the amount, whether a template generated
  // them, and the payee, whose latest spelling is the label. Opening balances are left out.
  await createTable(db, 'monthly_facets', {
    columns: {
      user_id: owner,
      facet: text,
      month: text,
      type: text,
      value: text,
      label: optional(text),
      amount: money,
      count: money,
    },
    primaryKey: ['user_id', 'facet', 'month', 'type', 'value'],
    clusteredOn: engine,
  });
}

async function createRecurring(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // Recurring templates: what repeats, how often, and how far its occurrences have been generated.
  await createTable(db, 'templates', {
    columns: {
      user_id: owner,
      id: text,
      name: text,
      description: text,
      notes: optional(text),
      amount: money,
      type: text,
      category_id: optional(text),
      interval_type: text,
      interval: integer,
      day_of_month: integer,
      day_of_week: integer,
      start_date: text,
      end_type: text,
      end_date: optional(text),
      max_occurrences: optional(integer),
      is_active: integer,
      timezone: text,
      preferred_time: text,
      generated_until: text,
      due_at: optional(text),
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    foreignKeys: [{ columns: ['user_id', 'category_id', 'type'], table: 'categories' }],
    check: sql`amount > 0`,
    clusteredOn: engine,
  });
  // The job that generates for all people reads only what is due.
  await db.schema
    .createIndex('templates_by_due')
    .on('templates')
    .columns(['due_at', 'user_id', 'id'])
    .where(sql.ref('due_at'), 'is not', null)
    .execute();

  // What a template was before: its values and its rhythm up to a day. Those after the last of them are its own.
  await createTable(db, 'template_phases', {
    columns: {
      // Deleted with the person directly: through the template alone, PostgreSQL deletes the category first and refuses.
      user_id: owner,
      template_id: text,
      until: text,
      description: text,
      notes: optional(text),
      amount: money,
      type: text,
      category_id: optional(text),
      timezone: text,
      preferred_time: text,
      interval_type: text,
      interval: integer,
      day_of_month: integer,
      day_of_week: integer,
      start_date: text,
    },
    primaryKey: ['user_id', 'template_id', 'until'],
    foreignKeys: [
      { columns: ['user_id', 'template_id'], table: 'templates', onDelete: 'cascade' },
      { columns: ['user_id', 'category_id', 'type'], table: 'categories' },
    ],
    check: sql`amount > 0`,
    clusteredOn: engine,
  });

  // Dates without an occurrence of a template: skipped, or deleted individually.
  await createTable(db, 'skipped_dates', {
    columns: { user_id: text, template_id: text, date: text },
    primaryKey: ['user_id', 'template_id', 'date'],
    foreignKeys: [{ columns: ['user_id', 'template_id'], table: 'templates', onDelete: 'cascade' }],
    clusteredOn: engine,
  });
}

async function createTrash(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // The trash: deletions of the last hour; all rows that one undo restores have one `batch_id`.
  for (const table of ['deleted_transactions', 'deleted_templates']) {
    await createTable(db, table, {
      columns: {
        user_id: owner,
        batch_id: text,
        id: text,
        category_id: optional(text),
        content: text,
        deleted_at: text,
      },
      primaryKey: ['user_id', 'batch_id', 'id'],
      clusteredOn: engine,
    });
  }
  // Undoing the deletion of a category finds its transactions here too.
  await db.schema
    .createIndex('deleted_transactions_by_id')
    .on('deleted_transactions')
    .columns(['user_id', 'id'])
    .execute();
  await createTable(db, 'deleted_categories', {
    columns: {
      user_id: owner,
      batch_id: text,
      id: text,
      moved_to: optional(text),
      content: text,
      deleted_at: text,
    },
    primaryKey: ['user_id', 'batch_id', 'id'],
    clusteredOn: engine,
  });

  // The transactions and templates that such a deletion of a category moved, those in the trash too.
  await createTable(db, 'moved_rows', {
    columns: { user_id: owner, batch_id: text, category_id: text, id: text, deleted_at: text },
    primaryKey: ['user_id', 'batch_id', 'category_id', 'id'],
    clusteredOn: engine,
  });
}

async function createLongWork(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // Work that is done in batches: changes of many transactions, removals of categories, imports of accounts. It stays for
  // a day, so that its outcome can be shown and an import be undone.
  await createTable(db, 'long_work', {
    columns: {
      user_id: owner,
      id: text,
      kind: text,
      content: text,
      deletion_id: optional(text),
      total: integer,
      remaining: integer,
      batches: integer,
      batches_done: integer,
      done: integer,
      failed: integer,
      moved: integer,
      started_at: optional(text),
      touched_at: optional(text),
      finished_at: optional(text),
      expires_at: text,
    },
    primaryKey: ['user_id', 'id'],
    clusteredOn: engine,
  });
  // The job that resumes work whose process has ended reads only what is unfinished.
  await db.schema
    .createIndex('long_work_by_touch')
    .on('long_work')
    .columns(['touched_at', 'user_id', 'id'])
    .where(sql.ref('finished_at'), 'is', null)
    .execute();
  await createIndex(db, 'long_work_by_end', 'long_work', ['expires_at']);
  // Its batches that are still to be done, or that may be undone. Long rows: not clustered.
  await createTable(db, 'long_work_batches', {
    columns: { user_id: text, work_id: text, number: integer, count: integer, content: text },
    primaryKey: ['user_id', 'work_id', 'number'],
    foreignKeys: [{ columns: ['user_id', 'work_id'], table: 'long_work', onDelete: 'cascade' }],
  });
}

async function createOperations(db: Kysely<unknown>): Promise<void> {
  // Answers to requests with an `Idempotency-Key`: the same request within a day gets the same answer.
  await createTable(db, 'idempotency_keys', {
    columns: {
      user_id: owner,
      path: text,
      key: text,
      body_hash: text,
      status: integer,
      answer: text,
      created_at: text,
    },
    primaryKey: ['user_id', 'path', 'key'],
  });

  // Counters of rate limits, shared by all nodes. The key names the limit and the account or address.
  await createTable(db, 'rate_limits', {
    columns: { key: text, count: integer, window_start: money },
    primaryKey: ['key'],
  });

  // Settings of the whole instance, changed by administrators.
  await createTable(db, 'settings', {
    columns: {
      key: text,
      value: text,
      description: optional(text),
      category: text,
      updated_by: text,
      updated_at: text,
    },
    primaryKey: ['key'],
  });

  // Links by which people can open an account while registration is closed. Tokens are stored as SHA-256 only.
  await createTable(db, 'invitations', {
    columns: {
      id: text,
      hash: text,
      uses_left: integer,
      expires_at: text,
      inviter_id: text,
      created_by: text,
      created_at: text,
    },
    primaryKey: ['id'],
  });
  await db.schema.createIndex('invitations_by_hash').unique().on('invitations').column('hash').execute();

  // The log of administrators' acts and of security events: who, what, to whom, from where. People are named here, not
  // referenced, so that the log stays readable once they are gone.
  await createTable(db, 'activity', {
    columns: {
      id: text,
      action_type: text,
      admin_id: optional(text),
      actor_id: optional(text),
      actor_name: optional(text),
      target_id: optional(text),
      target_name: optional(text),
      target_email: optional(text),
      details: text,
      ip: optional(text),
      created_at: text,
    },
    primaryKey: ['id'],
  });
  await createIndex(db, 'activity_by_time', 'activity', ['created_at', 'id']);
  await createIndex(db, 'activity_by_type', 'activity', ['action_type', 'created_at', 'id']);
  await createIndex(db, 'activity_by_admin', 'activity', ['admin_id', 'created_at', 'id']);
  await createIndex(db, 'activity_by_target', 'activity', ['target_id', 'created_at', 'id']);

  // How many entries of the log a day has, in UTC; `admin_id` is empty for those without one.
  await createTable(db, 'activity_totals', {
    columns: { date: text, action_type: text, admin_id: text, count: integer },
    primaryKey: ['date', 'action_type', 'admin_id'],
  });

  // How many mails were sent, and how many could not be, on each day in UTC.
  await createTable(db, 'mail_counts', {
    columns: { date: text, outcome: text, count: integer },
    primaryKey: ['date', 'outcome'],
  });

  // When each timed job ran last, when it is due again, and since when it fails.
  await createTable(db, 'job_runs', {
    columns: { name: text, ran_at: optional(text), due_at: text, failing_since: optional(text) },
    primaryKey: ['name'],
  });

  // A backup that was asked for, or made or tried by itself; the latest hundred.
  await createTable(db, 'backup_runs', {
    columns: {
      id: text,
      asked_by: optional(text),
      asked_at: text,
      ended_at: optional(text),
      name: optional(text),
      differences: optional(integer),
      problem: optional(text),
    },
    primaryKey: ['id'],
  });

  // The exchange rates of a day, for ever: units of each currency for one of the base, as JSON.
  await createTable(db, 'exchange_rates', {
    columns: { date: text, base: text, rates: text, source: text, fetched_at: text },
    primaryKey: ['date'],
  });

  // When a provider of exchange rates last failed, so that it is left in peace for a while.
  await createTable(db, 'rate_failures', {
    columns: { provider: text, failed_at: text },
    primaryKey: ['provider'],
  });

  // Which node runs a timed job or fetches rates, and until when the others must not. The row `health` is none: /health writes it to see
  // whether a fault of the storage is over.
  await createTable(db, 'leases', {
    columns: { name: text, holder: text, expires_at: text },
    primaryKey: ['name'],
  });
}
