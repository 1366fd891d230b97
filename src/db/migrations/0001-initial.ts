import { type Kysely, sql } from 'kysely';
import {
  bytes,
  type Columns,
  createTable,
  index,
  integer,
  madeOf,
  money,
  oneOf,
  optional,
  ordered,
  owner,
  type Row,
  type Table,
  text,
  unique,
} from './create-table.ts';

// The data model. Instants are ISO 8601 in UTC, dates `YYYY-MM-DD`, flags 0 or 1, amounts minor units.
//
// Every key of a table of personal data starts with `user_id`: another user's row cannot be reached, and the tables can
// be distributed by `user_id` (decision 0005).

const kind = oneOf('expense', 'income');
/** Opening balances are a kind of their own, and their amount has a sign. */
const kindOrOpening = oneOf('expense', 'income', 'opening');
const intervalType = oneOf('daily', 'weekly', 'monthly', 'yearly');
const language = oneOf('en', 'he');

/** What an occurrence takes from its template, or from a phase of it. */
const occurrenceContent = {
  description: text,
  notes: optional(text),
  amount: money,
  type: kind,
  category_id: optional(text),
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
const ofCategory = { columns: ['user_id', 'category_id', 'type'], table: 'categories' } as const;

/** Tables in the order in which they refer to each other. */
const TABLES = {
  /** One row a person: who they are, how they sign in, what they prefer. A reference table, the same on every node. */
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
      /** The places of the names in an order by them. */
      first_order: ordered,
      last_order: ordered,
      // What the search of people looks in: the names and the address, each on a line of its own. They are cut because
      // an entry of an index of PostgreSQL has at most 2,704 bytes.
      sought: madeOf(
        sql`'\n' || substr(first_key, 1, 200) || '\n' || substr(last_key, 1, 200) || '\n' || substr(email_key, 1, 254)`,
      ),
      role: oneOf('user', 'admin', 'super_admin'),
      language_preference: language,
      theme_preference: oneOf('light', 'dark', 'system'),
      currency_preference: text,
      /** Whether a person has chosen it. */
      currency_chosen: integer,
      onboarding_completed: integer,
      /** When the setup guide was completed first, and the version of it. */
      onboarding_completed_at: optional(text),
      onboarding_version: optional(text),
      /** How many of its steps were done, in order. */
      onboarding_steps: integer,
      /** When it was closed last, and when it was skipped; null once it is completed. */
      onboarding_dismissed_at: optional(text),
      onboarding_skipped_at: optional(text),
      /** JSON text; read through `preferencesSchema`. */
      preferences: text,
      phone: optional(text),
      bio: optional(text),
      location: optional(text),
      website: optional(text),
      birthday: optional(text),
      /** The address of the large picture, from `pictureAddress`. */
      profile_picture_url: optional(text),
      is_premium: integer,
      oauth_provider: optional(text),
      /** Google's own id for the linked account (`sub`), which never changes, unlike an address. */
      google_id: optional(text),
      /** Whether the owner has unlinked Google: then a verified address alone does not link it again. */
      google_refused: integer,
      last_login: optional(text),
      created_at: text,
      updated_at: text,
      closed_at: optional(text),
      /** When the remaining data of a closed account is deleted. */
      purge_after: optional(text),
    },
    primaryKey: ['id'],
    indexes: {
      users_by_email: unique('email'),
      users_by_google: unique('google_id'),
      users_by_purge: index('purge_after'),
      // The orders of the administrators' list. A search reads the first one alone, instead of whole rows.
      users_by_creation: index('created_at', 'id', 'sought'),
      users_by_sign_in: index('last_login', 'created_at', 'id'),
      users_by_role: index('role', 'created_at', 'id'),
      users_by_name: index('last_order', 'first_order', 'id'),
      users_by_address: index('email_key', 'id'),
    },
  }),

  /** WebP, square, in two sizes; `name` is random and new with every picture. Long rows: not clustered. */
  profile_pictures: table({
    columns: { user_id: owner, name: text, small: bytes, large: bytes },
    primaryKey: ['user_id'],
  }),

  /** The sessions of signed-in people. Tokens are stored as SHA-256 only. */
  sessions: table({
    columns: {
      user_id: owner,
      id: text,
      access_hash: text,
      access_expires_at: text,
      refresh_hash: text,
      /** The refresh token before the current one, which two racing tabs may both still send. */
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

  /** Used refresh tokens: one that is sent again was stolen, and ends its session. */
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
      /** The address that following the link sets; null for links that leave it unchanged. */
      email: optional(text),
    },
    primaryKey: ['user_id', 'hash'],
    isClustered: true,
  }),

  /** Browsers, and kinds of programs in a network, that an account was signed in to from. */
  known_devices: table({
    columns: { user_id: owner, hash: text, seen_at: text },
    primaryKey: ['user_id', 'hash'],
    isClustered: true,
  }),

  /** Which versions of terms of service and privacy policy a person has agreed to; a version is a date. */
  consents: table({
    columns: { user_id: owner, version: text, given_at: text },
    primaryKey: ['user_id', 'version'],
    isClustered: true,
  }),

  /** Restrictions by administrators, in force while active and not expired. Rows stay as history. */
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
      /** The key of a default category, whose name follows the person's language; null for one's own. */
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
      // What references a category has its type: an expense is never in a category of income.
      categories_by_id_and_type: unique('user_id', 'id', 'type'),
    },
    isClustered: true,
  }),

  /** Income and expenses, and the occurrences of recurring templates up to 90 days ahead. Written by the ledger alone. */
  transactions: table({
    columns: {
      user_id: owner,
      id: text,
      type: kind,
      amount: money,
      description: text,
      merchant_name: optional(text),
      category_id: optional(text),
      date: text,
      time: text,
      timezone: text,
      transaction_datetime: text,
      notes: optional(text),
      /** The template that generated it, which may be deleted. */
      template_id: optional(text),
      /** The date in the schedule of its template, whatever day it was moved to later; unique for a template. */
      occurrence_date: optional(text),
      /** 1 once this occurrence was edited individually: from then on its template does not change it. */
      is_detached: optional(integer),
      /** The searched fields as `folded` writes them. */
      search_text: text,
      /** The place of the description in an order by it. */
      order_key: ordered,
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    foreignKeys: [ofCategory],
    indexes: {
      transactions_by_date: index('user_id', 'date', 'time', 'id'),
      transactions_by_amount: index('user_id', 'type', 'amount', 'date'),
      // One template and one date never produce two transactions, whichever process generates them.
      transactions_by_occurrence: {
        ...unique('user_id', 'template_id', 'occurrence_date'),
        where: sql`template_id is not null`,
      },
    },
    check: sql`amount > 0`,
    isClustered: true,
  }),

  /**
   * Two transactions, the lower id first, that a person has said not to be duplicates; those with the same pattern are
   * not reported either. They stay when the transactions are deleted. Patterns may be long: not clustered.
   */
  not_duplicates: table({
    columns: { user_id: owner, one_id: text, other_id: text, pattern: text, created_at: text },
    primaryKey: ['user_id', 'one_id', 'other_id'],
  }),

  /** The revision of a person's money and categories: the lock that their writers take first, and part of ETags. */
  revisions: table({
    columns: {
      user_id: owner,
      number: money,
      /** The import that goes on or is being undone: until it ends, nothing else reads or writes the account. */
      import_id: optional(text),
    },
    primaryKey: ['user_id'],
    isClustered: true,
  }),

  // Sums of transactions by day and by month, so that a balance takes the same time with ten rows and with a million.
  // `category_id` is empty for uncategorised transactions, because a key cannot hold null.
  daily_totals: table({
    columns: { user_id: owner, date: text, type: kindOrOpening, category_id: text, ...sums },
    primaryKey: ['user_id', 'date', 'type', 'category_id'],
    isClustered: true,
  }),
  monthly_totals: table({
    columns: { user_id: owner, month: text, type: kindOrOpening, category_id: text, ...sums },
    primaryKey: ['user_id', 'month', 'type', 'category_id'],
    isClustered: true,
  }),

  /** Sums of the transactions of a month that have a value in common. Opening balances are left out. */
  monthly_facets: table({
    columns: {
      user_id: owner,
      facet: oneOf('hour', 'size', 'recurring', 'payee', 'weekday'),
      month: text,
      type: kind,
      value: text,
      /** The latest spelling of a payee; null for the others. */
      label: optional(text),
      ...sums,
    },
    primaryKey: ['user_id', 'facet', 'month', 'type', 'value'],
    isClustered: true,
  }),

  /** Recurring templates; their dates are computed by `domain/recurring/schedule`. */
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
      /** The last day whose occurrences have been generated, or passed over while the template was paused. */
      generated_until: text,
      /** When the next occurrence is due to be generated; null when no date remains. */
      due_at: optional(text),
      created_at: text,
      updated_at: text,
    },
    primaryKey: ['user_id', 'id'],
    foreignKeys: [ofCategory],
    indexes: {
      // The job that generates for all people reads only what is due.
      templates_by_due: { ...index('due_at', 'user_id', 'id'), where: sql`due_at is not null` },
    },
    check: sql`amount > 0`,
    isClustered: true,
  }),

  /** What a template was up to a day, from the phase before; after the last of them its own columns hold. */
  template_phases: table({
    columns: {
      // Deleted with the person directly: through the template alone, PostgreSQL deletes the category first and refuses.
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
    ],
    check: sql`amount > 0`,
    isClustered: true,
  }),

  /** Dates without an occurrence of a template: skipped, or deleted individually. */
  skipped_dates: table({
    columns: { user_id: text, template_id: text, date: text },
    primaryKey: ['user_id', 'template_id', 'date'],
    foreignKeys: [{ columns: ['user_id', 'template_id'], table: 'templates', onDelete: 'cascade' }],
    isClustered: true,
  }),

  // The trash: deletions of the last hour; all rows that one undo restores have one `batch_id`. `content` is the row
  // before the deletion as JSON; `category_id` is as there, until a deletion of the category moves it.
  deleted_transactions: table({
    columns: { ...trashed, category_id: optional(text) },
    primaryKey: ['user_id', 'batch_id', 'id'],
    // Undoing the deletion of a category finds its transactions here too.
    indexes: { deleted_transactions_by_id: index('user_id', 'id') },
    isClustered: true,
  }),
  /** `content` has the template with `skipped`, its skipped dates; or only the dates that were skipped. */
  deleted_templates: table({
    columns: { ...trashed, category_id: optional(text) },
    primaryKey: ['user_id', 'batch_id', 'id'],
    isClustered: true,
  }),
  /** `moved_to` is the category that its transactions were moved to; null for none. */
  deleted_categories: table({
    columns: { ...trashed, moved_to: optional(text) },
    primaryKey: ['user_id', 'batch_id', 'id'],
    isClustered: true,
  }),

  /** The transactions and templates, those in the trash too, that a deletion moved out of the category `category_id`. */
  moved_rows: table({
    columns: { user_id: owner, batch_id: text, category_id: text, id: text, deleted_at: text },
    primaryKey: ['user_id', 'batch_id', 'category_id', 'id'],
    isClustered: true,
  }),

  /** Work that is done in batches. It stays for a day, so that its outcome can be shown and an import be undone. */
  long_work: table({
    columns: {
      user_id: owner,
      id: text,
      /**
       * A change of many transactions (`remove`: of categories), or a file that was sent: while it arrives (`check`),
       * its import, the import that is taken back because it failed (`cancel`), and its undo.
       */
      kind: oneOf('delete', 'update', 'restore', 'remove', 'check', 'import', 'cancel', 'undo'),
      /** What it does, as JSON; each kind has its own. */
      content: text,
      /** The deletion that it makes or restores. */
      deletion_id: optional(text),
      /** Transactions that it is for, and those of them whose batches are not done, or are undone again. */
      total: integer,
      remaining: integer,
      batches: integer,
      /** Decreases while an import is taken back or undone. */
      batches_done: integer,
      /** Transactions that were changed, deleted or restored, or categories that were removed. */
      done: integer,
      /** Transactions that were missing, or that a refusal left as they were. */
      failed: integer,
      /** Transactions that were moved to another category, or back. */
      moved: integer,
      /** Null for a file that waits to be imported. */
      started_at: optional(text),
      /** When its last batch was done; once that is long ago, its process has ended. */
      touched_at: optional(text),
      finished_at: optional(text),
      /** When it is deleted, unless it is under way. */
      expires_at: text,
    },
    primaryKey: ['user_id', 'id'],
    indexes: {
      // The job that resumes work whose process has ended reads only what is unfinished.
      long_work_by_touch: { ...index('touched_at', 'user_id', 'id'), where: sql`finished_at is null` },
      long_work_by_end: index('expires_at'),
    },
    isClustered: true,
  }),

  /** Batches of long work that are still to be done, or that may be undone. Long rows: not clustered. */
  long_work_batches: table({
    columns: {
      user_id: text,
      work_id: text,
      number: integer,
      /** How many transactions it has. */
      count: integer,
      /** JSON: ids of transactions, or of an import its rows, number 0 has everything else; once done, how to undo it. */
      content: text,
    },
    primaryKey: ['user_id', 'work_id', 'number'],
    foreignKeys: [{ columns: ['user_id', 'work_id'], table: 'long_work', onDelete: 'cascade' }],
  }),

  /** Answers to requests with an `Idempotency-Key`: the same request within a day gets the same answer. */
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

  /** Settings of the whole instance; `updated_by` is the name of who changed it. */
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

  /** Links by which people can open an account while registration is closed. Tokens are stored as SHA-256 only. */
  invitations: table({
    columns: {
      id: text,
      hash: text,
      uses_left: integer,
      expires_at: text,
      /** It is valid only while the inviter has their role. */
      inviter_id: text,
      /** The name of who made it. */
      created_by: text,
      created_at: text,
    },
    primaryKey: ['id'],
    indexes: { invitations_by_hash: unique('hash') },
  }),

  /**
   * The log of administrators' acts and of security events: who, what, to whom, from where. People are named here, not
   * referenced, so that the log stays readable once they are gone.
   */
  activity: table({
    columns: {
      id: text,
      action_type: text,
      /** The administrator, for their acts; null for security events. */
      admin_id: optional(text),
      /** Who acted; null where nobody is known, as for a failed sign-in. */
      actor_id: optional(text),
      actor_name: optional(text),
      /** The account that it is about. */
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

  /** How many entries of the log a day has, in UTC; `admin_id` is empty for those without one. */
  activity_totals: table({
    columns: { date: text, action_type: text, admin_id: text, count: integer },
    primaryKey: ['date', 'action_type', 'admin_id'],
  }),

  /** How many mails were sent, and how many could not be, on each day in UTC. */
  mail_counts: table({
    columns: { date: text, outcome: oneOf('sent', 'failed'), count: integer },
    primaryKey: ['date', 'outcome'],
  }),

  /** When each timed job ran last, on whichever node, when it is due again, and since when it fails. */
  job_runs: table({
    columns: { name: text, ran_at: optional(text), due_at: text, failing_since: optional(text) },
    primaryKey: ['name'],
  }),

  /** A backup that was asked for, or made or tried by itself; the latest hundred. */
  backup_runs: table({
    columns: {
      id: text,
      /** The name of whoever asked for it; null for one that is made by itself. */
      asked_by: optional(text),
      asked_at: text,
      /** When it was made or failed; null until then. */
      ended_at: optional(text),
      /** Its file; null where it was not made. */
      name: optional(text),
      /** How many stored totals are not the sums of the transactions. */
      differences: optional(integer),
      /** Why it was not made. */
      problem: optional(text),
    },
    primaryKey: ['id'],
  }),

  /** The exchange rates of a day, shared by all people, for ever. */
  exchange_rates: table({
    columns: {
      /** The day for which the provider states them. */
      date: text,
      base: text,
      /** JSON: the units of each currency for one of the base, as decimal text. */
      rates: text,
      /** The host that stated them. */
      source: text,
      fetched_at: text,
    },
    primaryKey: ['date'],
  }),

  /** When a provider of exchange rates last failed, so that it is left in peace for a while. */
  rate_failures: table({
    columns: { provider: oneOf('primary', 'secondary'), failed_at: text },
    primaryKey: ['provider'],
  }),

  /**
   * Which node runs a timed job or fetches rates, and until when the others must not. The row `health` is none: /health
   * writes it to see whether an error of the storage is over.
   */
  leases: table({
    columns: { name: text, holder: text, expires_at: text },
    primaryKey: ['name'],
  }),
};

// Checks the names of columns in keys and indexes.
function table<Held extends Columns>(definition: Table<Held>): Table<Held> {
  return definition;
}

/** The rows of the tables. */
export type InitialTables = {
  [Name in keyof typeof TABLES]: (typeof TABLES)[Name] extends Table<infer Held> ? Row<Held> : never;
};

export async function createDataModel(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
