export type Engine = 'sqlite' | 'postgres';

export type Role = 'user' | 'admin' | 'super_admin';

/** Instants are ISO 8601 in UTC, dates `YYYY-MM-DD`, flags 0 or 1, amounts minor units. */
export interface Tables {
  users: UserRow;
  profile_pictures: ProfilePictureRow;
  sessions: SessionRow;
  spent_tokens: SpentTokenRow;
  mail_tokens: MailTokenRow;
  known_devices: KnownDeviceRow;
  consents: ConsentRow;
  restrictions: RestrictionRow;
  categories: CategoryRow;
  transactions: TransactionRow;
  deleted_transactions: DeletedTransactionRow;
  templates: TemplateRow;
  template_phases: TemplatePhaseRow;
  skipped_dates: SkippedDateRow;
  not_duplicates: NotDuplicatesRow;
  deleted_templates: DeletedTemplateRow;
  deleted_categories: DeletedCategoryRow;
  moved_rows: MovedRow;
  long_work: LongWorkRow;
  long_work_batches: LongWorkBatchRow;
  revisions: RevisionRow;
  daily_totals: DailyTotalRow;
  monthly_totals: MonthlyTotalRow;
  monthly_facets: MonthlyFacetRow;
  idempotency_keys: IdempotencyKeyRow;
  rate_limits: RateLimitRow;
  settings: SettingRow;
  invitations: InvitationRow;
  activity: ActivityRow;
  exchange_rates: ExchangeRatesRow;
  rate_failures: RateFailureRow;
  activity_totals: ActivityTotalRow;
  mail_counts: MailCountRow;
  job_runs: JobRunRow;
  backup_runs: BackupRunRow;
  leases: LeaseRow;
}

export interface UserRow {
  id: string;
  email: string;
  email_verified: number;
  password_hash: string | null;
  first_name: string;
  last_name: string;
  /** Address and names as `folded` writes them, for the search. */
  email_key: string;
  first_key: string;
  last_key: string;
  /** The places of the names in an order by them. */
  first_order: string;
  last_order: string;
  role: Role;
  language_preference: 'en' | 'he';
  theme_preference: 'light' | 'dark' | 'system';
  currency_preference: string;
  /** Whether a person has chosen it. */
  currency_chosen: number;
  onboarding_completed: number;
  /** When the setup guide was completed first, and the version of it. */
  onboarding_completed_at: string | null;
  onboarding_version: string | null;
  /** How many of its steps were done, in order. */
  onboarding_steps: number;
  /** When it was closed last, and when it was skipped; null once it is completed. */
  onboarding_dismissed_at: string | null;
  onboarding_skipped_at: string | null;
  /** JSON text; read through `preferencesSchema`. */
  preferences: string;
  phone: string | null;
  bio: string | null;
  location: string | null;
  website: string | null;
  birthday: string | null;
  /** The address of the large picture, from `pictureAddress`. */
  profile_picture_url: string | null;
  is_premium: number;
  oauth_provider: string | null;
  /** Google's own id for the linked account (`sub`), which never changes, unlike an address. */
  google_id: string | null;
  /** Whether the owner has unlinked Google: then a verified address alone does not link it again. */
  google_refused: number;
  last_login: string | null;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
  /** When the remaining data of a closed account is deleted. */
  purge_after: string | null;
}

/** WebP, square; `name` is random and new with every picture. */
export interface ProfilePictureRow {
  user_id: string;
  name: string;
  small: Uint8Array;
  large: Uint8Array;
}

export interface SessionRow {
  user_id: string;
  id: string;
  access_hash: string;
  access_expires_at: string;
  refresh_hash: string;
  /** The refresh token before the current one, which two racing tabs may both still send. */
  previous_refresh_hash: string | null;
  rotated_at: string | null;
  expires_at: string;
  created_at: string;
  last_seen_at: string;
  user_agent: string;
  ip: string;
}

export interface SpentTokenRow {
  user_id: string;
  session_id: string;
  hash: string;
}

export interface MailTokenRow {
  user_id: string;
  hash: string;
  purpose: 'verify_email' | 'reset_password' | 'change_email' | 'undo_email';
  expires_at: string;
  /** The address that following the link sets; null for links that leave it unchanged. */
  email: string | null;
}

/** A browser, or a kind of program in a network, that an account was signed in to from. */
export interface KnownDeviceRow {
  user_id: string;
  hash: string;
  seen_at: string;
}

/** A version of terms of service and privacy policy that a person has agreed to: a date, and when they did. */
export interface ConsentRow {
  user_id: string;
  version: string;
  given_at: string;
}

/** A restriction by an administrator; it is in force while it is active and `expires_at` lies ahead. */
export interface RestrictionRow {
  user_id: string;
  id: string;
  restriction_type: 'blocked' | 'deleted' | 'other';
  reason: string | null;
  is_active: number;
  expires_at: string | null;
  created_at: string;
}

export interface CategoryRow {
  user_id: string;
  id: string;
  /** The key of a default category, whose name follows the person's language; null for one's own. */
  default_key: string | null;
  name: string;
  /** `default:<key>`, or `name:` and the folded name; unique for a person and type. */
  name_key: string;
  type: 'expense' | 'income';
  language: 'en' | 'he';
  icon: string;
  color: string;
  description: string | null;
  is_archived: number;
  is_hidden: number;
  created_at: string;
  updated_at: string;
}

export interface TransactionRow {
  user_id: string;
  id: string;
  type: 'expense' | 'income';
  amount: number;
  description: string;
  merchant_name: string | null;
  category_id: string | null;
  date: string;
  time: string;
  timezone: string;
  transaction_datetime: string;
  notes: string | null;
  /** The template that generated it, which may be deleted. */
  template_id: string | null;
  /** The date in the schedule of its template, whatever day it was moved to later; unique for a template. */
  occurrence_date: string | null;
  /** 1 once this occurrence was edited individually: from then on its template does not change it. */
  is_detached: number | null;
  /** The searched fields as `folded` writes them. */
  search_text: string;
  /** The place of the description in an order by it. */
  order_key: string;
  created_at: string;
  updated_at: string;
}

/** The trash: stored for a while after a deletion; one `batch_id` for all that was deleted together. */
export interface DeletedTransactionRow {
  user_id: string;
  batch_id: string;
  id: string;
  /** As in the `TransactionRow`, until a deletion of the category moves it. */
  category_id: string | null;
  /** The `TransactionRow` as JSON. */
  content: string;
  deleted_at: string;
}

/** A recurring template; its dates are computed by `domain/recurring/schedule`. */
export interface TemplateRow {
  user_id: string;
  id: string;
  name: string;
  description: string;
  notes: string | null;
  amount: number;
  type: 'expense' | 'income';
  category_id: string | null;
  interval_type: 'daily' | 'weekly' | 'monthly' | 'yearly';
  interval: number;
  day_of_month: number;
  day_of_week: number;
  start_date: string;
  end_type: 'never' | 'date' | 'occurrences';
  end_date: string | null;
  max_occurrences: number | null;
  is_active: number;
  timezone: string;
  preferred_time: string;
  /** The last day whose occurrences have been generated, or passed over while the template was paused. */
  generated_until: string;
  /** When the next occurrence is due to be generated; null when no date remains. */
  due_at: string | null;
  created_at: string;
  updated_at: string;
}

/** What a template was up to a day: the values and the rhythm of its dates after the phase before. */
export interface TemplatePhaseRow {
  user_id: string;
  template_id: string;
  /** The last day of the phase, a local calendar date. */
  until: string;
  description: string;
  notes: string | null;
  /** Minor units. */
  amount: number;
  type: 'expense' | 'income';
  category_id: string | null;
  timezone: string;
  preferred_time: string;
  interval_type: TemplateRow['interval_type'];
  interval: number;
  day_of_month: number;
  day_of_week: number;
  start_date: string;
}

/** A date without an occurrence: it was skipped, or its occurrence was deleted individually. */
export interface SkippedDateRow {
  user_id: string;
  template_id: string;
  date: string;
}

/** Two transactions that a person has said not to be duplicates, and what those like them have in common. */
export interface NotDuplicatesRow {
  user_id: string;
  /** The lower id first. */
  one_id: string;
  other_id: string;
  pattern: string;
  created_at: string;
}

/** A template that a deletion removed or ended, in the trash under the id of that deletion. */
export interface DeletedTemplateRow {
  user_id: string;
  batch_id: string;
  id: string;
  /** As in the `TemplateRow`, until a deletion of the category moves it. */
  category_id: string | null;
  /** The template before the deletion, with `skipped`, its skipped dates, as JSON; or the dates that were skipped. */
  content: string;
  deleted_at: string;
}

/** A category that a deletion removed or hid, in the trash under the id of that deletion. */
export interface DeletedCategoryRow {
  user_id: string;
  batch_id: string;
  id: string;
  /** The category that its transactions were moved to; null for none. */
  moved_to: string | null;
  /** The `CategoryRow` before the deletion as JSON. */
  content: string;
  deleted_at: string;
}

/** A transaction or template that a deletion moved from a category to another one, or to none. */
export interface MovedRow {
  user_id: string;
  batch_id: string;
  /** The deleted category. */
  category_id: string;
  /** The id of the transaction or template. */
  id: string;
  deleted_at: string;
}

/** Work that is done in batches; its row stays for a day. */
export interface LongWorkRow {
  user_id: string;
  id: string;
  /**
   * A change of many transactions (`remove`: of categories), or a file that was sent: while it arrives (`check`), its
   * import, the import that is taken back because it failed (`cancel`), and its undo.
   */
  kind: BulkKind | 'check' | 'import' | 'cancel' | 'undo';
  /** What it does, as JSON; each kind has its own. */
  content: string;
  /** The deletion that it makes or restores. */
  deletion_id: string | null;
  /** Transactions that it is for, and those of them whose batches are not done, or are undone again. */
  total: number;
  remaining: number;
  batches: number;
  /** Decreases while an import is taken back or undone. */
  batches_done: number;
  /** Transactions that were changed, deleted or restored, or categories that were removed. */
  done: number;
  /** Transactions that were missing, or that a refusal left as they were. */
  failed: number;
  /** Transactions that were moved to another category, or back. */
  moved: number;
  /** Null for a file that waits to be imported. */
  started_at: string | null;
  /** When its last batch was done; once that is long ago, its process has ended. */
  touched_at: string | null;
  finished_at: string | null;
  /** When it is deleted, unless it is under way. */
  expires_at: string;
}

export type BulkKind = 'delete' | 'update' | 'restore' | 'remove';

/** A batch of long work. */
export interface LongWorkBatchRow {
  user_id: string;
  work_id: string;
  number: number;
  /** How many transactions it has. */
  count: number;
  /** JSON: the ids of transactions, or of an import its rows, number 0 has everything else; once done, how to undo it. */
  content: string;
}

/** The rates of a day, shared by all people. */
export interface ExchangeRatesRow {
  /** The day for which the provider states them. */
  date: string;
  base: string;
  /** JSON: the units of each currency for one of the base, as decimal text. */
  rates: string;
  /** The host that stated them. */
  source: string;
  fetched_at: string;
}

export interface RateFailureRow {
  provider: 'primary' | 'secondary';
  failed_at: string;
}

/** Which node runs a timed job, and until when; afterwards another one may take it over. */
export interface LeaseRow {
  name: string;
  holder: string;
  expires_at: string;
}

/** The number of changes of a person's money and categories. */
export interface RevisionRow {
  user_id: string;
  number: number;
  /** The import that goes on or is being undone: until it ends, nothing else reads or writes the account. */
  import_id: string | null;
}

/** `category_id` is empty for uncategorised transactions, because a key cannot hold null. */
export interface DailyTotalRow {
  user_id: string;
  date: string;
  /** Opening balances are a kind of their own, and their amount has a sign. */
  type: 'expense' | 'income' | 'opening';
  category_id: string;
  amount: number;
  count: number;
}

export interface MonthlyTotalRow {
  user_id: string;
  month: string;
  type: 'expense' | 'income' | 'opening';
  category_id: string;
  amount: number;
  count: number;
}

/** The transactions of a month that have a value in common, such as their hour. */
export interface MonthlyFacetRow {
  user_id: string;
  facet: 'hour' | 'size' | 'recurring' | 'payee' | 'weekday';
  month: string;
  type: 'expense' | 'income';
  value: string;
  /** The latest spelling of a payee; null for the others. */
  label: string | null;
  amount: number;
  count: number;
}

export interface IdempotencyKeyRow {
  user_id: string;
  path: string;
  key: string;
  body_hash: string;
  status: number;
  answer: string;
  created_at: string;
}

export interface RateLimitRow {
  key: string;
  count: number;
  window_start: number;
}

export interface SettingRow {
  key: string;
  value: string;
  description: string | null;
  category: string;
  /** The name of who changed it. */
  updated_by: string;
  updated_at: string;
}

export interface InvitationRow {
  id: string;
  hash: string;
  uses_left: number;
  expires_at: string;
  /** Whose word it is: without their role it cannot be used. */
  inviter_id: string;
  /** The name of who made it. */
  created_by: string;
  created_at: string;
}

/** An entry of the log of administrators' acts and security events; it survives the people whom it names. */
export interface ActivityRow {
  id: string;
  action_type: string;
  /** The administrator, for their acts; null for security events. */
  admin_id: string | null;
  /** Who acted; null where nobody is known, as for a failed sign-in. */
  actor_id: string | null;
  actor_name: string | null;
  /** The account that it is about. */
  target_id: string | null;
  target_name: string | null;
  target_email: string | null;
  /** JSON text: `before`, `after`, `reason` and the like. */
  details: string;
  ip: string | null;
  created_at: string;
}

/** The entries of a day in UTC, of one kind and administrator; `admin_id` is empty for none. */
export interface ActivityTotalRow {
  date: string;
  action_type: string;
  admin_id: string;
  count: number;
}

/** The mails of a day in UTC that were sent, or could not be. */
export interface MailCountRow {
  date: string;
  outcome: 'sent' | 'failed';
  count: number;
}

/** A backup that was asked for, or made or tried by itself. */
export interface BackupRunRow {
  id: string;
  /** The name of whoever asked for it; null for one that is made by itself. */
  asked_by: string | null;
  asked_at: string;
  /** When it was made or failed; null until then. */
  ended_at: string | null;
  /** Its file; null where it was not made. */
  name: string | null;
  /** How many stored totals are not the sums of the transactions. */
  differences: number | null;
  /** Why it was not made. */
  problem: string | null;
}

/** A timed job of whichever node. */
export interface JobRunRow {
  name: string;
  /** When it was done last; null until then. */
  ran_at: string | null;
  due_at: string;
  /** When it began to fail; null while it does not. */
  failing_since: string | null;
}
