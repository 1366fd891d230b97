export type Engine = 'sqlite' | 'postgres';

/**
 * The tables as the migrations leave them, without columns that the database computes. Instants are ISO 8601 in UTC,
 * dates `YYYY-MM-DD`, flags 0 or 1, amounts minor units.
 */
export interface Tables {
  /** One row per person. A reference table, the same on every node. */
  users: {
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
    /** Order keys of the names. */
    first_order: string;
    last_order: string;
    role: 'user' | 'admin' | 'super_admin';
    language_preference: 'en' | 'he';
    theme_preference: 'light' | 'dark' | 'system';
    currency_preference: string;
    currency_chosen: number;
    onboarding_completed: number;
    /** The first completion of the setup guide, and the version of the guide. */
    onboarding_completed_at: string | null;
    onboarding_version: string | null;
    /** Completed steps of the guide, in order. */
    onboarding_steps: number;
    /** When the guide was last closed, and when it was skipped; null once it is completed. */
    onboarding_dismissed_at: string | null;
    onboarding_skipped_at: string | null;
    /** JSON text; read through `preferencesSchema`. */
    preferences: string;
    phone: string | null;
    bio: string | null;
    location: string | null;
    website: string | null;
    birthday: string | null;
    /** The URL of the large picture, from `pictureAddress`. */
    profile_picture_url: string | null;
    is_premium: number;
    oauth_provider: string | null;
    /** Google's id for the linked account (`sub`), which never changes, unlike an address. */
    google_id: string | null;
    /** Whether the owner has unlinked Google: a matching address then no longer links it. */
    google_refused: number;
    last_login: string | null;
    created_at: string;
    updated_at: string;
    closed_at: string | null;
    /** When the remaining data of the account is deleted. */
    purge_after: string | null;
    /** The provider's address and its id for the linked account (`sub`), parted by a space. */
    oidc_id: string | null;
    /** As `google_refused`. */
    oidc_refused: number;
  };

  /** Square WebP in two sizes; `name` is random and new with every picture. Not clustered, because rows are long. */
  profile_pictures: { user_id: string; name: string; small: Uint8Array; large: Uint8Array };

  /** Sessions of signed-in people. Tokens are stored as SHA-256 only. */
  sessions: {
    user_id: string;
    id: string;
    access_hash: string;
    access_expires_at: string;
    refresh_hash: string;
    /** The previous refresh token, which two racing tabs may both still send. */
    previous_refresh_hash: string | null;
    rotated_at: string | null;
    expires_at: string;
    created_at: string;
    last_seen_at: string;
    user_agent: string;
    ip: string;
    /** When a code of the second factor was last entered in it. */
    code_entered_at: string | null;
    /** SHA-256 of the browser's device cookie; null for programs. */
    device_hash: string | null;
  };

  /** A used refresh token that is sent again was stolen, and ends its session. */
  spent_tokens: { user_id: string; session_id: string; hash: string };

  /** Valid links in mails. */
  mail_tokens: {
    user_id: string;
    hash: string;
    purpose: 'verify_email' | 'reset_password' | 'change_email' | 'undo_email';
    expires_at: string;
    /** The address that the link sets; null for links that leave it unchanged. */
    email: string | null;
  };

  /** Browsers, and kinds of programs in a network, from which an account was signed in to. */
  known_devices: { user_id: string; hash: string; seen_at: string };

  /** Consents to terms of service and privacy policy; a version is a date. */
  consents: { user_id: string; version: string; given_at: string };

  /** Restrictions by administrators, in force while active and not expired. Rows are kept as history. */
  restrictions: {
    user_id: string;
    id: string;
    restriction_type: 'blocked' | 'deleted' | 'other';
    reason: string | null;
    is_active: number;
    expires_at: string | null;
    created_at: string;
  };

  categories: {
    user_id: string;
    id: string;
    /** The key of a default category, whose name follows the person's language; null for a custom one. */
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
  };

  /** Where the money of a person is: banks, cash, cards. The first one is created with the person. */
  money_accounts: {
    user_id: string;
    id: string;
    /** Empty for the first account until it is named: its name then follows the person's language. */
    name: string;
    /** The folded name, unique for a person. */
    name_key: string;
    kind: 'other' | 'bank' | 'cash' | 'credit_card' | 'savings' | 'loan';
    /** Null for that of the person. */
    currency: string | null;
    /** What recognises its files: an account number, an IBAN or the last four digits of a card. */
    number: string | null;
    icon: string;
    color: string;
    /** In lists and choices; the first open one is the account of whatever names none. */
    position: number;
    is_archived: number;
    /** Whether its money counts in the balance, and its transactions in sums and lists of everything. */
    in_balance: number;
    /** A credit card has the day of the month on which it is charged, and the account that pays it. */
    billing_day: number | null;
    pays_from: string | null;
    /**
     * The last day until which its transactions were checked against the bank, what the bank showed then, and when that
     * was done; all null before the first check.
     */
    checked_until: string | null;
    checked_balance: number | null;
    checked_at: string | null;
    created_at: string;
    updated_at: string;
  };

  /** Income and expenses, including occurrences up to 90 days ahead. Only the ledger writes them. */
  transactions: {
    user_id: string;
    id: string;
    type: 'expense' | 'income';
    /** In the person's currency, fixed when recorded; 0 while no rate is known. */
    amount: number;
    /** In the account's currency; null where that is the person's, and 0 while no rate is known. */
    account_amount: number | null;
    /** What was paid, where its currency is not both the account's and the person's. */
    original_amount: number | null;
    original_currency: string | null;
    /** Decimal text: the person's currency for one of the original. */
    rate: string | null;
    description: string;
    merchant_name: string | null;
    category_id: string | null;
    account_id: string;
    date: string;
    time: string;
    timezone: string;
    transaction_datetime: string;
    /** When a card's bill has it, if a person typed that; null for the account's rule (`chargedOn`). */
    charge_date: string | null;
    /** The payments of one purchase share an id; which of them it is, and of how many. */
    installment_of: string | null;
    installment_n: number | null;
    installment_total: number | null;
    /** What the two sides of a transfer share: an expense of one account and an income of another. */
    transfer_id: string | null;
    notes: string | null;
    /** The template that generated it, which may no longer exist. */
    template_id: string | null;
    /** The original date in the template's schedule, even if moved since; unique for a template. */
    occurrence_date: string | null;
    /**
     * 1 once this occurrence was edited separately: its template no longer changes it. So is the assumed payment of a
     * bill of which a person has changed the amount or the day: imports no longer change it.
     */
    is_detached: number | null;
    /** The searched fields as `folded` writes them. */
    search_text: string;
    order_key: string;
    created_at: string;
    updated_at: string;
    /** The price of the purchase of a payment, in minor units of the currency of its amount; null where it is not known. */
    installment_price: number | null;
    /** 1 for a payment from a file where a person has said that no more payments of its purchase are expected. */
    payments_end: number | null;
  };

  /**
   * Transactions up to the day of a check against the bank that the bank did not show then. Rows outlive the
   * transactions.
   */
  unchecked_transactions: { user_id: string; id: string };

  /**
   * Two transactions, the lower id first, that a person marked as different; pairs with the same pattern are not
   * reported either. Rows outlive the transactions. Not clustered, because patterns may be long.
   */
  not_duplicates: { user_id: string; one_id: string; other_id: string; pattern: string; created_at: string };

  /** An expense and an income that a person marked as no transfer. Rows outlive the transactions. */
  not_transfers: { user_id: string; expense_id: string; income_id: string; created_at: string };

  /** The revision of a person's money and categories: the lock that writers take first, and part of ETags. */
  revisions: {
    user_id: string;
    number: number;
    /** The import that is running or being undone; until it ends, nothing else reads or writes the account. */
    import_id: string | null;
  };

  /**
   * Sums of transactions by day and by month, so that a balance takes the same time with ten rows and with a million.
   * `category_id` is empty for uncategorized transactions, because a key cannot contain null.
   */
  daily_totals: {
    user_id: string;
    date: string;
    type: 'expense' | 'income' | 'opening' | 'transfer' | 'uncounted';
    category_id: string;
    amount: number;
    count: number;
  };

  monthly_totals: {
    user_id: string;
    month: string;
    type: 'expense' | 'income' | 'opening' | 'transfer' | 'uncounted';
    category_id: string;
    amount: number;
    count: number;
  };

  /** Sums of an account's transactions by month, income less expenses, opening balances included. */
  account_totals: {
    user_id: string;
    account_id: string;
    month: string;
    amount: number;
    count: number;
    own_amount: number;
    /** What the sum consists of, in the person's currency; the rest are transfers. */
    income: number;
    expenses: number;
    /** Opening balances, negative where an account began with a debt. */
    opening: number;
    /** How many of its transactions are sides of transfers. */
    transfer_count: number;
  };

  /** Sums of a month's transactions that share a value. Opening balances and transfers are left out. */
  monthly_facets: {
    user_id: string;
    facet: 'hour' | 'size' | 'recurring' | 'payee' | 'weekday';
    month: string;
    type: 'expense' | 'income';
    value: string;
    /** The latest spelling of a payee; null for other facets. */
    label: string | null;
    amount: number;
    count: number;
  };

  /** Recurring templates; `domain/recurring/schedule` computes their dates. */
  templates: {
    user_id: string;
    id: string;
    name: string;
    description: string;
    notes: string | null;
    amount: number;
    /** In the account's currency; null where that is the person's. */
    account_amount: number | null;
    type: 'expense' | 'income';
    category_id: string | null;
    account_id: string;
    timezone: string;
    preferred_time: string;
    interval_type: 'daily' | 'weekly' | 'monthly' | 'yearly';
    interval: number;
    day_of_month: number;
    day_of_week: number;
    start_date: string;
    end_type: 'never' | 'date' | 'occurrences';
    end_date: string | null;
    max_occurrences: number | null;
    is_active: number;
    /** The last day whose occurrences were generated, or skipped while the template was paused. */
    generated_until: string;
    /** When the next occurrence is due to be generated; null when no date remains. */
    due_at: string | null;
    created_at: string;
    updated_at: string;
    /** For a template that moves money, whose `account_id` is where it leaves; both null for any other. */
    account_to: string | null;
    /** What arrives, in the currency of that account; null for the same amount, or for that by the day's rate. */
    amount_to: number | null;
  };

  /**
   * The content of a template up to a day, from the end of the previous phase; afterwards the template's columns apply.
   */
  template_phases: {
    user_id: string;
    template_id: string;
    /** The last day of the phase, a local calendar date. */
    until: string;
    description: string;
    notes: string | null;
    amount: number;
    /** In the account's currency; null where that is the person's. */
    account_amount: number | null;
    type: 'expense' | 'income';
    category_id: string | null;
    account_id: string;
    timezone: string;
    preferred_time: string;
    interval_type: 'daily' | 'weekly' | 'monthly' | 'yearly';
    interval: number;
    day_of_month: number;
    day_of_week: number;
    start_date: string;
    /** As in `templates`. */
    account_to: string | null;
    /** What arrives, in the currency of that account; null for the same amount, or for that by the day's rate. */
    amount_to: number | null;
  };

  /** Dates whose occurrence was skipped or deleted separately. */
  skipped_dates: { user_id: string; template_id: string; date: string };

  deleted_transactions: {
    user_id: string;
    batch_id: string;
    id: string;
    content: string;
    deleted_at: string;
    category_id: string | null;
  };

  /**
   * What undoing gives back to recurring templates, by what `content` has: a template with its skipped dates in `skipped`;
   * under the id of the deletion, only `dates` that were skipped; under that of an account, that it was `archived`.
   */
  deleted_templates: {
    user_id: string;
    batch_id: string;
    id: string;
    content: string;
    deleted_at: string;
    category_id: string | null;
  };

  /** `moved_to` is the category that received the transactions; null for none. */
  deleted_categories: {
    user_id: string;
    batch_id: string;
    id: string;
    content: string;
    deleted_at: string;
    moved_to: string | null;
  };

  /** Transactions and templates, including those in the trash, that a deletion moved out of the category. */
  moved_rows: { user_id: string; batch_id: string; category_id: string; id: string; deleted_at: string };

  /** Where its transactions went: the ids of those that moved with it are in `moved_to_accounts`. */
  deleted_accounts: {
    user_id: string;
    batch_id: string;
    id: string;
    content: string;
    deleted_at: string;
    moved_to: string | null;
  };

  /** Transactions, templates and their phases that the deletion of an account moved. */
  moved_to_accounts: {
    user_id: string;
    batch_id: string;
    id: string;
    /** What it had before: an account of another currency loses it. */
    account_amount: number | null;
    deleted_at: string;
  };

  long_work: {
    user_id: string;
    id: string;
    kind:
      | 'delete'
      | 'update'
      | 'restore'
      | 'remove'
      | 'check'
      | 'import'
      | 'cancel'
      | 'undo'
      | 'carry_out'
      | 'carry_back'
      | 'take_back';
    /** JSON; each kind has a different shape. */
    content: string;
    deletion_id: string | null;
    /** All affected transactions, and those whose batches are not done, or are undone again. */
    total: number;
    remaining: number;
    batches: number;
    /** Decreases while an import is taken back or undone. */
    batches_done: number;
    /** Transactions changed, deleted or restored, or categories removed. */
    done: number;
    /** Transactions that were missing or refused. */
    failed: number;
    /** Transactions moved to another category, or back. */
    moved: number;
    /** Null for a file that waits to be imported. */
    started_at: string | null;
    /** When the last batch was done; if that is long ago, the process has ended. */
    touched_at: string | null;
    finished_at: string | null;
    /** Work in progress is not deleted. */
    expires_at: string;
  };

  /** Batches of long work, to be done or undone. Not clustered, because rows are long. */
  long_work_batches: {
    user_id: string;
    work_id: string;
    number: number;
    count: number;
    /** JSON: ids of transactions, or rows of an import (number 0 has everything else); once done, how to undo it. */
    content: string;
  };

  /** Answers to requests with an `Idempotency-Key`, repeated for a day. */
  idempotency_keys: {
    user_id: string;
    path: string;
    key: string;
    body_hash: string;
    status: number;
    answer: string;
    created_at: string;
  };

  /** Counters of rate limits, shared by all nodes. The key names the limit and the account or address. */
  rate_limits: { key: string; count: number; window_start: number };

  /** Settings of the instance; `updated_by` is the name of a person. */
  settings: {
    key: string;
    value: string;
    description: string | null;
    category: string;
    updated_by: string;
    updated_at: string;
  };

  /** Links that open accounts while registration is closed. Tokens are stored as SHA-256 only. */
  invitations: {
    id: string;
    hash: string;
    uses_left: number;
    expires_at: string;
    /** The invitation is valid only while the inviter is a super admin. */
    inviter_id: string;
    created_by: string;
    created_at: string;
  };

  /**
   * The log of administrators' acts and of security events. People are stored by name, not referenced, so that the log
   * stays readable after they are deleted.
   */
  activity: {
    id: string;
    action_type: string;
    /** The administrator, for their acts; null for security events. */
    admin_id: string | null;
    /** Null if unknown, as for a failed sign-in. */
    actor_id: string | null;
    actor_name: string | null;
    target_id: string | null;
    target_name: string | null;
    target_email: string | null;
    /** JSON text: `before`, `after`, `reason` and the like. */
    details: string;
    ip: string | null;
    created_at: string;
  };

  /** Log entries by day in UTC; `admin_id` is empty for entries without an administrator. */
  activity_totals: { date: string; action_type: string; admin_id: string; count: number };

  /** Mails by day in UTC. */
  mail_counts: { date: string; outcome: 'failed' | 'sent'; count: number };

  /** A timed job: its last run on any node, its next due time, and since when it fails. */
  job_runs: { name: string; ran_at: string | null; due_at: string; failing_since: string | null };

  /** The latest hundred backups, requested or daily, including failed ones. */
  backup_runs: {
    id: string;
    /** The name of the person who requested it; null for a daily backup. */
    asked_by: string | null;
    asked_at: string;
    /** Null until the backup is made or has failed. */
    ended_at: string | null;
    /** The file name; null if the backup was not made. */
    name: string | null;
    /** Stored totals that are not the sums of the transactions. */
    differences: number | null;
    problem: string | null;
  };

  /** The exchange rates of a day, shared by all people and kept permanently. */
  exchange_rates: {
    /** The day for which the provider published them. */
    date: string;
    base: string;
    /** JSON: units of each currency for one of the base, as decimal text. */
    rates: string;
    /** The host of the provider. */
    source: string;
    fetched_at: string;
  };

  /** The last failure of a provider, which is then not called for a while. */
  rate_failures: { provider: 'primary' | 'secondary'; failed_at: string };

  /**
   * The node that runs a timed job or fetches rates, and until when it excludes the others. /health writes the row
   * `health`, which is not a lease, to see whether a storage error is over.
   */
  leases: { name: string; holder: string; expires_at: string };

  bank_imports: {
    user_id: string;
    id: string;
    file_name: string;
    /** The format of the file; `api` for rows that a program sent. */
    kind: string;
    /** `reading` until all of its rows are stored: it is shown to nobody before that. */
    status: 'done' | 'failed' | 'reading' | 'needs_mapping' | 'preview' | 'running' | 'undone';
    /** The account of rows whose account the file does not name; null while it has to be asked for. */
    account_id: string | null;
    currency: string | null;
    period_from: string | null;
    period_to: string | null;
    /** JSON: numbers of rows by state. */
    counts: string;
    income: number;
    expenses: number;
    /** In the account's currency, with its sign. */
    closing_balance: number | null;
    /** JSON: what a person has to answer before it can be carried out. */
    ambiguous: string;
    /** JSON: the accounts that the file names, and which of the person's they are. */
    file_accounts: string;
    /** JSON: the first rows of an unknown table and what its columns mean; null for a known kind. */
    question: string | null;
    /** SHA-256 of the bytes of the file. */
    hash: string;
    /** Whether a file that was imported before was asked to be read once more. */
    is_again: number;
    /** Only rows of this stage are carried out next: those that wait for an answer are of a later one. */
    stage: number;
    /** JSON: how many rows were brought in, merged, joined and left out, or taken back. */
    outcome: string;
    /** The long work that carries it out or takes it back, or else the latest reading of its file, if that was not the first. */
    work_id: string | null;
    created_at: string;
    done_at: string | null;
    undone_at: string | null;
    /** The revision of the person's money when the rows were matched; null before that. */
    revision: number | null;
  };

  /** The file itself, compressed, for as long as its import can be taken back. Not clustered, because it is long. */
  bank_import_files: { user_id: string; import_id: string; content: Uint8Array };

  bank_import_rows: {
    user_id: string;
    import_id: string;
    /** From 0, in the order of the file. */
    number: number;
    /** In the file, from 1. */
    line: number;
    state: 'transfer' | 'new' | 'matched' | 'probable' | 'pending' | 'skipped' | 'error';
    decision: 'transfer' | 'import' | 'leave_out' | 'merge';
    stage: number;
    /** Empty for what is no row. */
    date: string;
    charge_date: string | null;
    /** In minor units of `currency`. */
    amount: number;
    currency: string | null;
    type: 'expense' | 'income';
    description: string;
    merchant_name: string | null;
    notes: string | null;
    category_id: string | null;
    category_source: 'rule' | 'suggestion' | 'file' | 'person' | null;
    /** Null for the account of the import. */
    account_id: string | null;
    /** The bank's own id, unique within the account. */
    external_id: string | null;
    original_amount: number | null;
    original_currency: string | null;
    installment_n: number | null;
    installment_total: number | null;
    is_pending: number;
    /** The transaction that it is already, or that it is joined with. */
    matched_id: string | null;
    /** The other account of a transfer, and what arrives there in another currency. */
    other_account_id: string | null;
    other_amount: number | null;
    /**
     * The id of the transaction that it becomes, and the version in which it was left, if that is not the usual one.
     */
    made_id: string;
    made_version: string | null;
    /** JSON: the transaction that was there before, changed by this row. */
    before: string | null;
    /** Why it is in that state, and JSON of what the text about it names. */
    why: RowReason | null;
    why_values: string | null;
    /** As the bank wrote it, if a person has changed it before it was carried out. */
    bank_description: string | null;
    /** The bank's own id of an earlier row that this one replaces. */
    corrects: string | null;
    /** The price of the purchase of a payment, in minor units of the currency of its amount; null where it is not known. */
    installment_price: number | null;
    /** For a row of an account's file: the person's currency for one of what was paid, as decimal text; null for the day's. */
    rate: string | null;
    /** For a row of an account's file: 1 where no more payments of its purchase are expected. */
    payments_end: number | null;
  };

  /** What the columns of a table mean, by the shape of its header. Not clustered, because shapes may be long. */
  bank_mappings: { user_id: string; shape: string; mapping: string; updated_at: string };

  /** Which account a file belongs to, by what the file says of it. */
  bank_file_accounts: { user_id: string; key: string; account_id: string; updated_at: string };

  /** What a person wants done with transactions that are recorded or imported. */
  rules: {
    user_id: string;
    id: string;
    /** Rules are tried in this order. */
    position: number;
    is_active: number;
    /** JSON: `Condition[]` and `Actions` of `domain/rules/schema.ts`. */
    conditions: string;
    actions: string;
    applied_count: number;
    created_at: string;
    updated_at: string;
  };

  /** What a person means to spend on some categories in each period. */
  budgets: {
    user_id: string;
    id: string;
    /** JSON: ids of categories, each with those that it was merged into; those of incomes lower what is spent. */
    category_ids: string;
    period: 'weekly' | 'monthly' | 'yearly';
    /** The day of the month on which months and years begin, 1 to 28. */
    start_day: number;
    carry: 'none' | 'all' | 'overspent';
    /** The most that is carried over; null for no limit. */
    carry_cap: number | null;
    /** The first day of its first period. */
    starts_on: string;
    is_active: number;
    created_at: string;
    updated_at: string;
  };

  /** The amount of a budget from a period on, until the next one. */
  budget_amounts: { user_id: string; budget_id: string; starts_on: string; amount: number };

  goals: {
    user_id: string;
    id: string;
    name: string;
    amount: number;
    due_date: string | null;
    account_id: string | null;
    saved: number;
    /** What is set aside every month by itself in the projection; null for nothing. */
    monthly: number | null;
    reached_on: string | null;
    created_at: string;
    updated_at: string;
    /** With a monthly amount: when that is set aside next, of which earlier days are in `saved`. */
    aside_next: string | null;
  };

  /** Sums of an account's month by type and category, signed and counted as in `monthly_totals`. */
  account_category_totals: {
    user_id: string;
    account_id: string;
    month: string;
    type: 'expense' | 'income' | 'opening' | 'transfer';
    /** Empty for no category. */
    category_id: string;
    amount: number;
    count: number;
    /** What recurring templates generated of the income or the expenses. */
    recurring: number;
  };

  /** Budgets and goals that were deleted and can be restored; `content` has a budget's amounts too. */
  deleted_budgets: { user_id: string; batch_id: string; id: string; content: string; deleted_at: string };

  /** The address of what is due, for people's own calendars. */
  calendar_feeds: {
    user_id: string;
    /** The secret of the address is made of it with the server's key; another one revokes the address. */
    nonce: string;
    /** Whether events have no amounts. */
    hides_amounts: number;
    created_at: string;
  };

  reminder_settings: {
    user_id: string;
    /** JSON: the kinds that are on. */
    kinds: string;
    /** The balance of the kind `low_balance`. */
    low_balance: number | null;
    /** Local times between which nothing is sent; both null for none. */
    quiet_from: string | null;
    quiet_to: string | null;
    /** What was looked at last: revision and local date. */
    looked_at: string;
    next_look_at: string;
    updated_at: string;
    /** Whether they come by mail; those of a person without a subscribed browser always do. */
    by_mail: number;
  };

  /** Reminders that were sent, so that each is sent once. */
  sent_reminders: {
    user_id: string;
    kind: 'low_balance' | 'bill' | 'budget' | 'unusual_amount' | 'import_due';
    /** What it was about: an occurrence, a share of a budget's period, a transaction, a payday, an account. */
    subject: string;
    sent_at: string;
  };

  /** Messages with reminders that are still to be sent: mails, and notifications of browsers. */
  reminder_mails: {
    user_id: string;
    id: string;
    /** JSON: of a mail subject, text, HTML and headers. */
    content: string;
    attempts: number;
    next_attempt_at: string;
    created_at: string;
    /** The browser that it is for; null for a mail. */
    subscription_id: string | null;
  };

  /** Tokens by which programs act for a person, apart from sessions. */
  api_tokens: {
    user_id: string;
    id: string;
    name: string;
    scope: 'import' | 'read' | 'write';
    hash: string;
    created_at: string;
    /** Null for one that never expires. */
    expires_at: string | null;
    last_used_at: string | null;
    last_ip: string | null;
  };

  /** What makes the codes that a person enters after the password. */
  second_factors: {
    user_id: string;
    /** Encrypted by a key that is made of `APP_SECRET`. */
    secret: string;
    /** Null until its first code was entered: before that it is not asked for. */
    confirmed_at: string | null;
    /** The time step of the last code, because none is accepted twice. */
    last_step: number;
  };

  /** Each replaces one code, once. */
  recovery_codes: { user_id: string; hash: string };

  /** Sign-ins whose password was right and whose code is awaited. */
  challenges: {
    user_id: string;
    id: string;
    hash: string;
    attempts: number;
    /** Whether the session that follows is to last long. */
    remember: number;
    expires_at: string;
  };

  /** Browsers that show reminders (Web Push, RFC 8030). */
  push_subscriptions: {
    user_id: string;
    /** Made of the address, so that a browser has one row however often it subscribes. */
    id: string;
    /** The address at the browser's push service. Whoever has it and the keys can write to the browser. */
    endpoint: string;
    p256dh: string;
    auth: string;
    /** As `browserOf` names it: signing out there ends its subscription. */
    browser: string;
    /** For example `Firefox, Windows`. */
    name: string;
    created_at: string;
  };

  passkeys: {
    user_id: string;
    id: string;
    /** The authenticator's own id for it, in base64url. */
    credential_id: string;
    /** In COSE, in base64url. */
    public_key: string;
    /** How it can be reached, as the browser said: a list in JSON. */
    transports: string;
    /** Grows with each use, unless the authenticator does not count; an earlier one tells of a copy. */
    counter: number;
    name: string;
    created_at: string;
    last_used_at: string | null;
  };

  /** Questions to authenticators that were answered, until they would have ended. */
  used_challenges: { user_id: string; hash: string; expires_at: string };

  /**
   * How banks wrote the transactions of an account's file. Rows outlive them. Not clustered, because texts may be long.
   */
  known_bank_rows: {
    user_id: string;
    transaction_id: string;
    /** From 0, for each transaction. */
    number: number;
    /** That of the import. */
    kind: string;
    account_id: string;
    date: string;
    /** In minor units of `currency`, or where that is null, of the account's. */
    amount: number;
    currency: string | null;
    type: 'expense' | 'income';
    description: string;
    merchant_name: string | null;
    external_id: string | null;
    is_pending: number;
    installment_n: number | null;
    /** When the bank said that it charges the row; null where it did not. */
    charge_date: string | null;
  };

  /**
   * Payments that files have shown and a person has deleted alone: they still stand for those after them, of which the
   * latest that is there would tell. With what the file showed (`shown_`), null where that is not known.
   */
  deleted_payments: {
    user_id: string;
    id: string;
    account_id: string;
    category_id: string | null;
    date: string;
    charge_date: string | null;
    type: 'expense' | 'income';
    description: string;
    amount: number;
    account_amount: number | null;
    installment_n: number;
    installment_total: number;
    installment_price: number | null;
    shown_date: string | null;
    shown_charge: string | null;
    shown_text: string | null;
    shown_amount: number | null;
    shown_account: string | null;
    deleted_at: string;
    /** The deletion or change that ended its purchase, or empty; null while those after it are expected. */
    ended_by: string | null;
  };

  /**
   * Transactions of the time of an account's check against the bank that have been changed since, or came there since,
   * as the check found them: the day and the signed amount in the account's currency, both null where it did not find
   * them. Rows outlive the transactions, and end with the next check of the account.
   */
  changed_since_checks: {
    user_id: string;
    account_id: string;
    id: string;
    date: string | null;
    amount: number | null;
  };
}

export type UserRow = Tables['users'];
export type ProfilePictureRow = Tables['profile_pictures'];
export type SessionRow = Tables['sessions'];
export type MailTokenRow = Tables['mail_tokens'];
export type ConsentRow = Tables['consents'];
export type RestrictionRow = Tables['restrictions'];
export type PushSubscriptionRow = Tables['push_subscriptions'];
export type CategoryRow = Tables['categories'];
export type AccountRow = Tables['money_accounts'];
export type TransactionRow = Tables['transactions'];
export type TemplateRow = Tables['templates'];
export type TemplatePhaseRow = Tables['template_phases'];
export type SkippedDateRow = Tables['skipped_dates'];
export type NotDuplicatesRow = Tables['not_duplicates'];
export type NotTransferRow = Tables['not_transfers'];
export type MovedRow = Tables['moved_rows'];
export type BudgetRow = Tables['budgets'];
export type BudgetAmountRow = Tables['budget_amounts'];
export type GoalRow = Tables['goals'];
export type CalendarFeedRow = Tables['calendar_feeds'];
export type ReminderSettingsRow = Tables['reminder_settings'];
export type SentReminderRow = Tables['sent_reminders'];
export type ReminderMessageRow = Tables['reminder_mails'];
export type RuleRow = Tables['rules'];
export type PasskeyRow = Tables['passkeys'];
export type ApiTokenRow = Tables['api_tokens'];
export type LongWorkRow = Tables['long_work'];
export type LongWorkBatchRow = Tables['long_work_batches'];
export type MonthlyFacetRow = Tables['monthly_facets'];
export type BankImportRow = Tables['bank_imports'];
export type ImportedLineRow = Tables['bank_import_rows'];
export type KnownBankRow = Tables['known_bank_rows'];
export type DeletedPaymentRow = Tables['deleted_payments'];
export type BankMappingRow = Tables['bank_mappings'];
export type BankFileAccountRow = Tables['bank_file_accounts'];
export type IdempotencyKeyRow = Tables['idempotency_keys'];
export type SettingRow = Tables['settings'];
export type InvitationRow = Tables['invitations'];
export type ActivityRow = Tables['activity'];
export type MailCountRow = Tables['mail_counts'];
export type JobRunRow = Tables['job_runs'];
export type BackupRunRow = Tables['backup_runs'];
export type ExchangeRatesRow = Tables['exchange_rates'];
export type RateFailureRow = Tables['rate_failures'];
export type LeaseRow = Tables['leases'];

export type Role = UserRow['role'];
/** Work on a bank's file: carrying it out, taking that back after a failure, and undoing it. */
type BankWorkKind = 'carry_out' | 'carry_back' | 'take_back';
export type BulkKind = Exclude<LongWorkRow['kind'], 'check' | 'import' | 'cancel' | 'undo' | BankWorkKind>;

/** Why a row of a file is there already, or may be. */
export type MatchReason =
  | 'sameId'
  | 'sameIdTwice'
  | 'corrected'
  | 'sameDay'
  | 'nearDay'
  | 'booked'
  | 'otherAmount'
  | 'otherDivision'
  | 'numbered'
  | 'transferSide'
  | 'arrived'
  | 'nearAmount';

/** Why a row of a bank's file is in its state. */
export type RowReason =
  // Why something is no row.
  | 'total'
  | 'openingBalance'
  | 'closingBalance'
  | 'wholeOfSplit'
  | 'zero'
  | 'information'
  | 'otherSide'
  | 'withdrawn'
  | 'empty'
  // Why a row cannot be imported.
  | 'date'
  | 'amount'
  | 'decimals'
  | 'columns'
  | 'currency'
  | 'transfer'
  | 'account'
  | 'archived'
  | MatchReason
  // About transfers.
  | 'named'
  | 'oneAccount'
  | 'otherRow'
  | 'bothSides'
  | 'maybeSide'
  | 'nearSide'
  | 'noRate'
  | 'bill'
  | 'card'
  | 'whichCard'
  | 'noCard'
  | 'cash'
  | 'whichCash'
  | 'asBefore'
  | 'ruleArchived'
  | 'ruleGone'
  // About other rows.
  | 'rule'
  | 'pending'
  | 'ended';
