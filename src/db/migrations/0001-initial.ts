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
  type RowsOf,
  table,
  text,
  unique,
} from './create-table.ts';

// The data model. Instants are ISO 8601 in UTC, dates `YYYY-MM-DD`, flags 0 or 1, amounts minor units.
//
// Every key of a table of personal data starts with `user_id`: another user's row cannot be reached, and the tables can
// be distributed by `user_id` (decision 0005).

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
  /** One row per person. A reference table, the same on every node. */
  users: table({
    columns: {
      id: text,
      email: text,
      email_verified: integer,
      password_hash: optional(text),
      first_name: text,
      last_name: text,
      /** Address and names as `folded` writes them, for the search. */
      email_key: ordered,
      first_key: ordered,
      last_key: ordered,
      /** Order keys of the names. */
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
      /** The first completion of the setup guide, and the version of the guide. */
      onboarding_completed_at: optional(text),
      onboarding_version: optional(text),
      /** Completed steps of the guide, in order. */
      onboarding_steps: integer,
      /** When the guide was last closed, and when it was skipped; null once it is completed. */
      onboarding_dismissed_at: optional(text),
      onboarding_skipped_at: optional(text),
      /** JSON text; read through `preferencesSchema`. */
      preferences: text,
      phone: optional(text),
      bio: optional(text),
      location: optional(text),
      website: optional(text),
      birthday: optional(text),
      /** The URL of the large picture, from `pictureAddress`. */
      profile_picture_url: optional(text),
      is_premium: integer,
      oauth_provider: optional(text),
      /** Google's id for the linked account (`sub`), which never changes, unlike an address. */
      google_id: optional(text),
      /** Whether the owner has unlinked Google: a matching address then no longer links it. */
      google_refused: integer,
      last_login: optional(text),
      created_at: text,
      updated_at: text,
      closed_at: optional(text),
      /** When the remaining data of the account is deleted. */
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

  /** Square WebP in two sizes; `name` is random and new with every picture. Not clustered, because rows are long. */
  profile_pictures: table({
    columns: { user_id: owner, name: text, small: bytes, large: bytes },
    primaryKey: ['user_id'],
  }),

  /** Sessions of signed-in people. Tokens are stored as SHA-256 only. */
  sessions: table({
    columns: {
      user_id: owner,
      id: text,
      access_hash: text,
      access_expires_at: text,
      refresh_hash: text,
      /** The previous refresh token, which two racing tabs may both still send. */
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

  /** A used refresh token that is sent again was stolen, and ends its session. */
  spent_tokens: table({
    columns: { user_id: text, session_id: text, hash: text },
    primaryKey: ['user_id', 'session_id', 'hash'],
    foreignKeys: [{ columns: ['user_id', 'session_id'], table: 'sessions', onDelete: 'cascade' }],
    isClustered: true,
  }),

  /** Valid links in mails. */
  mail_tokens: table({
    columns: {
      user_id: owner,
      hash: text,
      purpose: oneOf('verify_email', 'reset_password', 'change_email', 'undo_email'),
      expires_at: text,
      /** The address that the link sets; null for links that leave it unchanged. */
      email: optional(text),
    },
    primaryKey: ['user_id', 'hash'],
    isClustered: true,
  }),

  /** Browsers, and kinds of programs in a network, from which an account was signed in to. */
  known_devices: table({
    columns: { user_id: owner, hash: text, seen_at: text },
    primaryKey: ['user_id', 'hash'],
    isClustered: true,
  }),

  /** Consents to terms of service and privacy policy; a version is a date. */
  consents: table({
    columns: { user_id: owner, version: text, given_at: text },
    primaryKey: ['user_id', 'version'],
    isClustered: true,
  }),

  /** Restrictions by administrators, in force while active and not expired. Rows are kept as history. */
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
      /** The key of a default category, whose name follows the person's language; null for a custom one. */
      default_key: optional(text),
      name: text,
      /** `default:<key>`, or `name:` and the folded name; unique for a person and type. */
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

  /** Where the money of a person is: banks, cash, cards. The first one is created with the person. */
  money_accounts: table({
    columns: {
      user_id: owner,
      id: text,
      /** Empty for the first account until it is named: its name then follows the person's language. */
      name: text,
      /** The folded name, unique for a person. */
      name_key: text,
      kind: oneOf('bank', 'cash', 'credit_card', 'savings', 'loan', 'other'),
      /** Null for that of the person. */
      currency: optional(text),
      /** What recognises its files: an account number, an IBAN or the last four digits of a card. */
      number: optional(text),
      icon: text,
      color: text,
      /** In lists and choices; the first open one is the account of whatever names none. */
      position: integer,
      is_archived: integer,
      /** Whether its money counts in the balance, and its transactions in sums and lists of everything. */
      in_balance: integer,
      /** Of a credit card: the day of the month on which it is charged, and the account that pays it. */
      billing_day: optional(integer),
      pays_from: optional(text),
      /**
       * The last day until which its transactions were checked against the bank, what the bank showed then, and when that
       * was done; all null before the first check.
       */
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

  /** Income and expenses, including occurrences up to 90 days ahead. Only the ledger writes them. */
  transactions: table({
    columns: {
      user_id: owner,
      id: text,
      type: kind,
      /** In the person's currency, fixed when recorded; 0 while no rate is known. */
      amount: money,
      /** In the account's currency; null where that is the person's, and 0 while no rate is known. */
      account_amount: optional(money),
      /** What was paid, where its currency is not both the account's and the person's. */
      original_amount: optional(money),
      original_currency: optional(text),
      /** Decimal text: the person's currency for one of the original. */
      rate: optional(text),
      description: text,
      merchant_name: optional(text),
      category_id: optional(text),
      account_id: text,
      date: text,
      time: text,
      timezone: text,
      transaction_datetime: text,
      /** When a card's bill has it, if a person typed that; null for the account's rule (`chargedOn`). */
      charge_date: optional(text),
      /** The payments of one purchase share an id; which of them it is, and of how many. */
      installment_of: optional(text),
      installment_n: optional(integer),
      installment_total: optional(integer),
      /** What the two sides of a transfer share: an expense of one account and an income of another. */
      transfer_id: optional(text),
      notes: optional(text),
      /** The template that generated it, which may no longer exist. */
      template_id: optional(text),
      /** The original date in the template's schedule, even if moved since; unique for a template. */
      occurrence_date: optional(text),
      /**
       * 1 once this occurrence was edited separately: its template no longer changes it. So is the assumed payment of a
       * bill of which a person has changed the amount or the day: imports no longer change it.
       */
      is_detached: optional(integer),
      /** The searched fields as `folded` writes them. */
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

  /**
   * Transactions up to the day of a check against the bank that the bank did not show then. Rows outlive the
   * transactions.
   */
  unchecked_transactions: table({
    columns: { user_id: owner, id: text },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),

  /**
   * Two transactions, the lower id first, that a person marked as different; pairs with the same pattern are not
   * reported either. Rows outlive the transactions. Not clustered, because patterns may be long.
   */
  not_duplicates: table({
    columns: { user_id: owner, one_id: text, other_id: text, pattern: text, created_at: text },
    primaryKey: ['user_id', 'one_id', 'other_id'],
  }),

  /** An expense and an income that a person marked as no transfer. Rows outlive the transactions. */
  not_transfers: table({
    columns: { user_id: owner, expense_id: text, income_id: text, created_at: text },
    primaryKey: ['user_id', 'expense_id', 'income_id'],
    isClustered: true,
  }),

  /** The revision of a person's money and categories: the lock that writers take first, and part of ETags. */
  revisions: table({
    columns: {
      user_id: owner,
      number: money,
      /** The import that is running or being undone; until it ends, nothing else reads or writes the account. */
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

  /** Sums of an account's transactions by month, income less expenses, opening balances included. */
  account_totals: table({
    // `amount` is in the account's currency, `own_amount` in the person's.
    columns: { user_id: owner, account_id: text, month: text, ...sums, own_amount: money },
    primaryKey: ['user_id', 'account_id', 'month'],
    isClustered: true,
  }),

  /** Sums of a month's transactions that share a value. Opening balances and transfers are left out. */
  monthly_facets: table({
    columns: {
      user_id: owner,
      facet: oneOf('hour', 'size', 'recurring', 'payee', 'weekday'),
      month: text,
      type: kind,
      value: text,
      /** The latest spelling of a payee; null for other facets. */
      label: optional(text),
      ...sums,
    },
    primaryKey: ['user_id', 'facet', 'month', 'type', 'value'],
    isClustered: true,
  }),

  /** Recurring templates; `domain/recurring/schedule` computes their dates. */
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
      /** The last day whose occurrences were generated, or skipped while the template was paused. */
      generated_until: text,
      /** When the next occurrence is due to be generated; null when no date remains. */
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

  /**
   * The content of a template up to a day, from the end of the previous phase; afterwards the template's columns apply.
   */
  template_phases: table({
    columns: {
      // References the person directly: otherwise PostgreSQL deletes the categories first, and the phases' references
      // forbid it.
      user_id: owner,
      template_id: text,
      /** The last day of the phase, a local calendar date. */
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

  /** Dates whose occurrence was skipped or deleted separately. */
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
  /** `content` is the template with its skipped dates in `skipped`, or only the dates that were skipped. */
  deleted_templates: table({
    columns: { ...trashed, category_id: optional(text) },
    primaryKey: ['user_id', 'batch_id', 'id'],
    isClustered: true,
  }),
  /** `moved_to` is the category that received the transactions; null for none. */
  deleted_categories: table({
    columns: { ...trashed, moved_to: optional(text) },
    primaryKey: ['user_id', 'batch_id', 'id'],
    isClustered: true,
  }),

  /** Transactions and templates, including those in the trash, that a deletion moved out of the category. */
  moved_rows: table({
    columns: { user_id: owner, batch_id: text, category_id: text, id: text, deleted_at: text },
    primaryKey: ['user_id', 'batch_id', 'category_id', 'id'],
    isClustered: true,
  }),

  /** Where its transactions went: the ids of those that moved with it are in `moved_to_accounts`. */
  deleted_accounts: table({
    columns: { ...trashed, moved_to: optional(text) },
    primaryKey: ['user_id', 'batch_id', 'id'],
    isClustered: true,
  }),

  /** Transactions, templates and their phases that the deletion of an account moved. */
  moved_to_accounts: table({
    columns: {
      user_id: owner,
      batch_id: text,
      id: text,
      /** What it had before: an account of another currency loses it. */
      account_amount: optional(money),
      deleted_at: text,
    },
    primaryKey: ['user_id', 'batch_id', 'id'],
    isClustered: true,
  }),

  /** Work in batches. It is kept for a day, to show the outcome and to undo an import. */
  long_work: table({
    columns: {
      user_id: owner,
      id: text,
      /**
       * A change of many transactions (`remove`: of categories), or an import: `check` while the file arrives,
       * `import`, `cancel` while a failed import is taken back, and `undo`.
       */
      kind: oneOf('delete', 'update', 'restore', 'remove', 'check', 'import', 'cancel', 'undo'),
      /** JSON; each kind has a different shape. */
      content: text,
      deletion_id: optional(text),
      /** All affected transactions, and those whose batches are not done, or are undone again. */
      total: integer,
      remaining: integer,
      batches: integer,
      /** Decreases while an import is taken back or undone. */
      batches_done: integer,
      /** Transactions changed, deleted or restored, or categories removed. */
      done: integer,
      /** Transactions that were missing or refused. */
      failed: integer,
      /** Transactions moved to another category, or back. */
      moved: integer,
      /** Null for a file that waits to be imported. */
      started_at: optional(text),
      /** When the last batch was done; if that is long ago, the process has ended. */
      touched_at: optional(text),
      finished_at: optional(text),
      /** Work in progress is not deleted. */
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

  /** Batches of long work, to be done or undone. Not clustered, because rows are long. */
  long_work_batches: table({
    columns: {
      user_id: text,
      work_id: text,
      number: integer,
      count: integer,
      /** JSON: ids of transactions, or rows of an import (number 0 has everything else); once done, how to undo it. */
      content: text,
    },
    primaryKey: ['user_id', 'work_id', 'number'],
    foreignKeys: [{ columns: ['user_id', 'work_id'], table: 'long_work', onDelete: 'cascade' }],
  }),

  /** Answers to requests with an `Idempotency-Key`, repeated for a day. */
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

  /** Counters of rate limits, shared by all nodes. The key names the limit and the account or address. */
  rate_limits: table({
    columns: { key: text, count: integer, window_start: money },
    primaryKey: ['key'],
  }),

  /** Settings of the instance; `updated_by` is the name of a person. */
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

  /** Links that open accounts while registration is closed. Tokens are stored as SHA-256 only. */
  invitations: table({
    columns: {
      id: text,
      hash: text,
      uses_left: integer,
      expires_at: text,
      /** The invitation is valid only while the inviter is a super admin. */
      inviter_id: text,
      created_by: text,
      created_at: text,
    },
    primaryKey: ['id'],
    indexes: { invitations_by_hash: unique('hash') },
  }),

  /**
   * The log of administrators' acts and of security events. People are stored by name, not referenced, so that the log
   * stays readable after they are deleted.
   */
  activity: table({
    columns: {
      id: text,
      action_type: text,
      /** The administrator, for their acts; null for security events. */
      admin_id: optional(text),
      /** Null if unknown, as for a failed sign-in. */
      actor_id: optional(text),
      actor_name: optional(text),
      target_id: optional(text),
      target_name: optional(text),
      target_email: optional(text),
      /** JSON text: `before`, `after`, `reason` and the like. */
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

  /** Log entries by day in UTC; `admin_id` is empty for entries without an administrator. */
  activity_totals: table({
    columns: { date: text, action_type: text, admin_id: text, count: integer },
    primaryKey: ['date', 'action_type', 'admin_id'],
  }),

  /** Mails by day in UTC. */
  mail_counts: table({
    columns: { date: text, outcome: oneOf('sent', 'failed'), count: integer },
    primaryKey: ['date', 'outcome'],
  }),

  /** A timed job: its last run on any node, its next due time, and since when it fails. */
  job_runs: table({
    columns: { name: text, ran_at: optional(text), due_at: text, failing_since: optional(text) },
    primaryKey: ['name'],
  }),

  /** The latest hundred backups, requested or daily, including failed ones. */
  backup_runs: table({
    columns: {
      id: text,
      /** The name of the person who requested it; null for a daily backup. */
      asked_by: optional(text),
      asked_at: text,
      /** Null until the backup is made or has failed. */
      ended_at: optional(text),
      /** The file name; null if the backup was not made. */
      name: optional(text),
      /** Stored totals that are not the sums of the transactions. */
      differences: optional(integer),
      problem: optional(text),
    },
    primaryKey: ['id'],
  }),

  /** The exchange rates of a day, shared by all people and kept permanently. */
  exchange_rates: table({
    columns: {
      /** The day for which the provider published them. */
      date: text,
      base: text,
      /** JSON: units of each currency for one of the base, as decimal text. */
      rates: text,
      /** The host of the provider. */
      source: text,
      fetched_at: text,
    },
    primaryKey: ['date'],
  }),

  /** The last failure of a provider, which is then not called for a while. */
  rate_failures: table({
    columns: { provider: oneOf('primary', 'secondary'), failed_at: text },
    primaryKey: ['provider'],
  }),

  /**
   * The node that runs a timed job or fetches rates, and until when it excludes the others. /health writes the row
   * `health`, which is not a lease, to see whether a storage error is over.
   */
  leases: table({
    columns: { name: text, holder: text, expires_at: text },
    primaryKey: ['name'],
  }),
};

export type InitialTables = RowsOf<typeof TABLES>;

export async function createDataModel(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
