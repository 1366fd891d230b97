import { type Kysely, sql } from 'kysely';
import {
  bytes,
  createTable,
  index,
  integer,
  madeOf,
  money,
  oneOf,
  optional,
  ordered,
  owner,
  table,
  text,
  unique,
} from './create-table.ts';

// The data model. Instants are ISO 8601 in UTC, dates `YYYY-MM-DD`, flags 0 or 1, amounts minor units.
//
// Every key of a table of personal data starts with `user_id`: another user's row cannot be reached, and the tables can
// be distributed by `user_id` (decision 0003).

const kind = oneOf('expense', 'income');
/**
 * Opening balances and transfers are separate kinds, and so is whatever belongs to an account that does not count in the balance; the
 * amounts of all three have a sign.
 */
const countedKind = oneOf('expense', 'income', 'opening', 'transfer', 'uncounted');
const intervalType = oneOf('daily', 'weekly', 'monthly', 'yearly');
const language = oneOf('en', 'he');

/** Copied to an occurrence from its template, or from a phase of it. */
const occurrenceContent = {
  description: text,
  notes: optional(text),
  amount: money,
  /** In the account's currency; null where that is the person's. */
  account_amount: optional(money),
  type: kind,
  category_id: optional(text),
  account_id: text,
  timezone: text,
  preferred_time: text,
  interval_type: intervalType,
  interval: integer,
  day_of_month: integer,
  day_of_week: integer,
  start_date: text,
};

const sums = { amount: money, count: money };
const trashed = { user_id: owner, batch_id: text, id: text, content: text, deleted_at: text };
const inAccount = { columns: ['user_id', 'account_id'], table: 'money_accounts' } as const;
const ofCategory = { columns: ['user_id', 'category_id', 'type'], table: 'categories' } as const;

/** In the order of their references. */
const TABLES = {
  users: table({
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
      // The text that the search of people scans: the names and the address, each on a separate line. Truncated because
      // an index entry of PostgreSQL has at most 2,704 bytes.
      sought: madeOf(
        sql`'\n' || substr(first_key, 1, 200) || '\n' || substr(last_key, 1, 200) || '\n' || substr(email_key, 1, 254)`,
      ),
      role: oneOf('user', 'admin', 'super_admin'),
      language_preference: language,
      theme_preference: oneOf('light', 'dark', 'system'),
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
    indexes: {
      users_by_email: unique('email'),
      users_by_google: unique('google_id'),
      users_by_purge: index('purge_after'),
      // The orders of the administrators' list. A search scans only the first index, instead of whole rows.
      users_by_creation: index('created_at', 'id', 'sought'),
      users_by_sign_in: index('last_login', 'created_at', 'id'),
      users_by_role: index('role', 'created_at', 'id'),
      users_by_name: index('last_order', 'first_order', 'id'),
      users_by_address: index('email_key', 'id'),
    },
  }),

  profile_pictures: table({
    columns: { user_id: owner, name: text, small: bytes, large: bytes },
    primaryKey: ['user_id'],
  }),

  sessions: table({
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
    isClustered: true,
  }),

  spent_tokens: table({
    columns: { user_id: text, session_id: text, hash: text },
    primaryKey: ['user_id', 'session_id', 'hash'],
    foreignKeys: [{ columns: ['user_id', 'session_id'], table: 'sessions', onDelete: 'cascade' }],
    isClustered: true,
  }),

  mail_tokens: table({
    columns: {
      user_id: owner,
      hash: text,
      purpose: oneOf('verify_email', 'reset_password', 'change_email', 'undo_email'),
      expires_at: text,
      email: optional(text),
    },
    primaryKey: ['user_id', 'hash'],
    isClustered: true,
  }),

  known_devices: table({
    columns: { user_id: owner, hash: text, seen_at: text },
    primaryKey: ['user_id', 'hash'],
    isClustered: true,
  }),

  consents: table({
    columns: { user_id: owner, version: text, given_at: text },
    primaryKey: ['user_id', 'version'],
    isClustered: true,
  }),

  restrictions: table({
    columns: {
      user_id: owner,
      id: text,
      restriction_type: oneOf('blocked', 'deleted', 'other'),
      reason: optional(text),
      is_active: integer,
      expires_at: optional(text),
      created_at: text,
    },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),

  categories: table({
    columns: {
      user_id: owner,
      id: text,
      default_key: optional(text),
      name: text,
      name_key: text,
      type: kind,
      language,
      icon: text,
      color: text,
      description: optional(text),
      is_archived: integer,
      is_hidden: integer,
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    indexes: {
      categories_by_name: unique('user_id', 'type', 'name_key'),
      // References include the type, so that an expense is never in a category of income.
      categories_by_id_and_type: unique('user_id', 'id', 'type'),
    },
    isClustered: true,
  }),

  money_accounts: table({
    columns: {
      user_id: owner,
      id: text,
      name: text,
      name_key: text,
      kind: oneOf('bank', 'cash', 'credit_card', 'savings', 'loan', 'other'),
      currency: optional(text),
      number: optional(text),
      icon: text,
      color: text,
      position: integer,
      is_archived: integer,
      in_balance: integer,
      billing_day: optional(integer),
      pays_from: optional(text),
      checked_until: optional(text),
      checked_balance: optional(money),
      checked_at: optional(text),
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    indexes: { money_accounts_by_name: unique('user_id', 'name_key') },
    isClustered: true,
  }),

  transactions: table({
    columns: {
      user_id: owner,
      id: text,
      type: kind,
      amount: money,
      account_amount: optional(money),
      original_amount: optional(money),
      original_currency: optional(text),
      rate: optional(text),
      description: text,
      merchant_name: optional(text),
      category_id: optional(text),
      account_id: text,
      date: text,
      time: text,
      timezone: text,
      transaction_datetime: text,
      charge_date: optional(text),
      installment_of: optional(text),
      installment_n: optional(integer),
      installment_total: optional(integer),
      transfer_id: optional(text),
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
    foreignKeys: [ofCategory, inAccount],
    indexes: {
      transactions_by_date: index('user_id', 'date', 'time', 'id'),
      transactions_by_account: index('user_id', 'account_id', 'date', 'time', 'id'),
      transactions_by_amount: index('user_id', 'type', 'amount', 'date'),
      // A template and a date never produce two transactions, even if two processes generate them.
      transactions_by_occurrence: {
        ...unique('user_id', 'template_id', 'occurrence_date'),
        where: sql`template_id is not null`,
      },
      transactions_by_charge: {
        ...index('user_id', 'charge_date'),
        where: sql`charge_date is not null`,
      },
      transactions_by_purchase: {
        ...index('user_id', 'installment_of'),
        where: sql`installment_of is not null`,
      },
      transactions_by_transfer: {
        ...unique('user_id', 'transfer_id', 'type'),
        where: sql`transfer_id is not null`,
      },
    },
    check: sql`amount > 0 or (amount = 0 and coalesce(original_amount, 0) > 0)`,
    isClustered: true,
  }),

  unchecked_transactions: table({
    columns: { user_id: owner, id: text },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),

  not_duplicates: table({
    columns: { user_id: owner, one_id: text, other_id: text, pattern: text, created_at: text },
    primaryKey: ['user_id', 'one_id', 'other_id'],
  }),

  not_transfers: table({
    columns: { user_id: owner, expense_id: text, income_id: text, created_at: text },
    primaryKey: ['user_id', 'expense_id', 'income_id'],
    isClustered: true,
  }),

  revisions: table({
    columns: {
      user_id: owner,
      number: money,
      import_id: optional(text),
    },
    primaryKey: ['user_id'],
    isClustered: true,
  }),

  // Sums of transactions by day and by month, so that a balance takes the same time with ten rows and with a million.
  // `category_id` is empty for uncategorized transactions, because a key cannot contain null.
  daily_totals: table({
    columns: { user_id: owner, date: text, type: countedKind, category_id: text, ...sums },
    primaryKey: ['user_id', 'date', 'type', 'category_id'],
    isClustered: true,
  }),
  monthly_totals: table({
    columns: { user_id: owner, month: text, type: countedKind, category_id: text, ...sums },
    primaryKey: ['user_id', 'month', 'type', 'category_id'],
    isClustered: true,
  }),

  account_totals: table({
    // `amount` is in the account's currency, `own_amount` in the person's.
    columns: { user_id: owner, account_id: text, month: text, ...sums, own_amount: money },
    primaryKey: ['user_id', 'account_id', 'month'],
    isClustered: true,
  }),

  monthly_facets: table({
    columns: {
      user_id: owner,
      facet: oneOf('hour', 'size', 'recurring', 'payee', 'weekday'),
      month: text,
      type: kind,
      value: text,
      label: optional(text),
      ...sums,
    },
    primaryKey: ['user_id', 'facet', 'month', 'type', 'value'],
    isClustered: true,
  }),

  templates: table({
    columns: {
      user_id: owner,
      id: text,
      name: text,
      ...occurrenceContent,
      end_type: oneOf('never', 'date', 'occurrences'),
      end_date: optional(text),
      max_occurrences: optional(integer),
      is_active: integer,
      generated_until: text,
      due_at: optional(text),
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    foreignKeys: [ofCategory, inAccount],
    indexes: {
      // For the job that generates occurrences, which reads only due templates.
      templates_by_due: { ...index('due_at', 'user_id', 'id'), where: sql`due_at is not null` },
    },
    check: sql`amount > 0 or (amount = 0 and coalesce(account_amount, 0) > 0)`,
    isClustered: true,
  }),

  template_phases: table({
    columns: {
      // References the person directly: otherwise PostgreSQL deletes the categories first, and the phases' references
      // forbid it.
      user_id: owner,
      template_id: text,
      until: text,
      ...occurrenceContent,
    },
    primaryKey: ['user_id', 'template_id', 'until'],
    foreignKeys: [
      { columns: ['user_id', 'template_id'], table: 'templates', onDelete: 'cascade' },
      ofCategory,
      inAccount,
    ],
    check: sql`amount > 0 or (amount = 0 and coalesce(account_amount, 0) > 0)`,
    isClustered: true,
  }),

  skipped_dates: table({
    columns: { user_id: text, template_id: text, date: text },
    primaryKey: ['user_id', 'template_id', 'date'],
    foreignKeys: [{ columns: ['user_id', 'template_id'], table: 'templates', onDelete: 'cascade' }],
    isClustered: true,
  }),

  // The trash: deletions of the last hour; rows that one undo restores share a `batch_id`. `content` is the deleted row
  // as JSON; `category_id` is that of the row, until a deletion of the category moves it.
  deleted_transactions: table({
    columns: { ...trashed, category_id: optional(text) },
    primaryKey: ['user_id', 'batch_id', 'id'],
    // Used when the deletion of a category is undone.
    indexes: { deleted_transactions_by_id: index('user_id', 'id') },
    isClustered: true,
  }),
  deleted_templates: table({
    columns: { ...trashed, category_id: optional(text) },
    primaryKey: ['user_id', 'batch_id', 'id'],
    isClustered: true,
  }),
  deleted_categories: table({
    columns: { ...trashed, moved_to: optional(text) },
    primaryKey: ['user_id', 'batch_id', 'id'],
    isClustered: true,
  }),

  moved_rows: table({
    columns: { user_id: owner, batch_id: text, category_id: text, id: text, deleted_at: text },
    primaryKey: ['user_id', 'batch_id', 'category_id', 'id'],
    isClustered: true,
  }),

  deleted_accounts: table({
    columns: { ...trashed, moved_to: optional(text) },
    primaryKey: ['user_id', 'batch_id', 'id'],
    isClustered: true,
  }),

  moved_to_accounts: table({
    columns: {
      user_id: owner,
      batch_id: text,
      id: text,
      account_amount: optional(money),
      deleted_at: text,
    },
    primaryKey: ['user_id', 'batch_id', 'id'],
    isClustered: true,
  }),

  long_work: table({
    columns: {
      user_id: owner,
      id: text,
      kind: oneOf('delete', 'update', 'restore', 'remove', 'check', 'import', 'cancel', 'undo'),
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
    indexes: {
      // For the job that resumes work of ended processes, which reads only unfinished work.
      long_work_by_touch: { ...index('touched_at', 'user_id', 'id'), where: sql`finished_at is null` },
      long_work_by_end: index('expires_at'),
    },
    isClustered: true,
  }),

  long_work_batches: table({
    columns: {
      user_id: text,
      work_id: text,
      number: integer,
      count: integer,
      content: text,
    },
    primaryKey: ['user_id', 'work_id', 'number'],
    foreignKeys: [{ columns: ['user_id', 'work_id'], table: 'long_work', onDelete: 'cascade' }],
  }),

  idempotency_keys: table({
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
  }),

  rate_limits: table({
    columns: { key: text, count: integer, window_start: money },
    primaryKey: ['key'],
  }),

  settings: table({
    columns: {
      key: text,
      value: text,
      description: optional(text),
      category: text,
      updated_by: text,
      updated_at: text,
    },
    primaryKey: ['key'],
  }),

  invitations: table({
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
    indexes: { invitations_by_hash: unique('hash') },
  }),

  activity: table({
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
    indexes: {
      activity_by_time: index('created_at', 'id'),
      activity_by_type: index('action_type', 'created_at', 'id'),
      activity_by_admin: index('admin_id', 'created_at', 'id'),
      activity_by_target: index('target_id', 'created_at', 'id'),
    },
  }),

  activity_totals: table({
    columns: { date: text, action_type: text, admin_id: text, count: integer },
    primaryKey: ['date', 'action_type', 'admin_id'],
  }),

  mail_counts: table({
    columns: { date: text, outcome: oneOf('sent', 'failed'), count: integer },
    primaryKey: ['date', 'outcome'],
  }),

  job_runs: table({
    columns: { name: text, ran_at: optional(text), due_at: text, failing_since: optional(text) },
    primaryKey: ['name'],
  }),

  backup_runs: table({
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
  }),

  exchange_rates: table({
    columns: {
      date: text,
      base: text,
      rates: text,
      source: text,
      fetched_at: text,
    },
    primaryKey: ['date'],
  }),

  rate_failures: table({
    columns: { provider: oneOf('primary', 'secondary'), failed_at: text },
    primaryKey: ['provider'],
  }),

  leases: table({
    columns: { name: text, holder: text, expires_at: text },
    primaryKey: ['name'],
  }),
};

export async function createDataModel(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
