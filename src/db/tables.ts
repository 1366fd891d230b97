import type { InitialTables } from './migrations/0001-initial.ts';
import type { BankImportTables } from './migrations/0003-bank-imports.ts';
import type { RuleTables } from './migrations/0004-rules.ts';
import type { BudgetTables } from './migrations/0005-budgets.ts';
import type { AccountCategoryTables } from './migrations/0007-categories-of-accounts.ts';
import type { DeletedBudgetTables } from './migrations/0008-deleted-budgets.ts';
import type { ReminderTables } from './migrations/0009-reminders.ts';
import type { ApiTokenTables } from './migrations/0010-api-tokens.ts';
import type { SecondFactorTables } from './migrations/0011-second-factor.ts';
import type { PushTables, RemindersByPush } from './migrations/0015-push-subscriptions.ts';
import type { PasskeyTables } from './migrations/0018-passkeys.ts';
import type { KnownBankRowTables } from './migrations/0019-known-bank-rows.ts';
import type { ChangedMonthTables } from './migrations/0021-changed-months.ts';
import type { ChangedSinceCheckTables } from './migrations/0023-changed-since-checks.ts';

export type Engine = 'sqlite' | 'postgres';

/** Of a template that moves money, whose `account_id` is where it leaves; both null for any other. */
export interface TransfersInTemplates {
  account_to: string | null;
  /** What arrives, in the currency of that account; null for the same amount, or for that by the day's rate. */
  amount_to: number | null;
}

/** What the sums of an account's month consist of, in the person's currency; the rest are transfers. */
export interface FiguresInAccountTotals {
  income: number;
  expenses: number;
  /** Opening balances, negative where an account began with a debt. */
  opening: number;
  /** How many of its transactions are sides of transfers. */
  transfer_count: number;
}

/** What rows of files need when they are matched again. */
export interface MatchedAgain {
  bank_imports: {
    /** Of the person's money when the rows were matched; null before that. */
    revision: number | null;
  };
  bank_import_rows: {
    /** As the bank wrote it, if a person has changed it before it was carried out. */
    bank_description: string | null;
    /** The bank's own id of an earlier row that this one replaces. */
    corrects: string | null;
  };
}

/** Of a payment of a purchase, in minor units of the currency of its amount; null where it is not known. */
export interface PriceOfPurchase {
  installment_price: number | null;
}

/** Of a payment that a file has shown: 1 where a person has said that no more payments of its purchase are expected. */
export interface EndedPayments {
  payments_end: number | null;
}

/** Of a row of an account's file: the person's currency for one of what was paid, as decimal text; null for the day's. */
export interface RateOfRow {
  rate: string | null;
}

/** Of a row that a bank wrote: when it said that it charges it; null where it did not. */
export interface ChargeOfKnownRow {
  charge_date: string | null;
}

/** What sessions got after the first version. */
export interface MoreOfSession {
  /** When a code of the second factor was last entered in it. */
  code_entered_at: string | null;
  /** SHA-256 of the browser's device cookie; null for programs. */
  device_hash: string | null;
}

/** Of an account that the host's provider of OpenID Connect signs in to. */
export interface OidcOfUser {
  /** The provider's address and its id for the linked account (`sub`), parted by a space. */
  oidc_id: string | null;
  /** As `google_refused`. */
  oidc_refused: number;
}

/** Of a goal with a monthly amount: when that is set aside next, of which earlier days are in `saved`. */
export interface NextInGoals {
  aside_next: string | null;
}

/** Of what came from a bank's file: carried out, taken back after a failure, and undone. */
interface BankWork {
  kind: InitialTables['long_work']['kind'] | 'carry_out' | 'carry_back' | 'take_back';
}

/** `migrations/0001-initial.ts` and `0003-bank-imports.ts` describe the other columns. */
export interface Tables
  extends Omit<InitialTables, 'long_work'>,
    Omit<BankImportTables, keyof MatchedAgain>,
    RuleTables,
    Omit<BudgetTables, 'goals'>,
    AccountCategoryTables,
    DeletedBudgetTables,
    Omit<ReminderTables, keyof RemindersByPush>,
    ApiTokenTables,
    SecondFactorTables,
    PasskeyTables,
    KnownBankRowTables,
    ChangedMonthTables,
    ChangedSinceCheckTables,
    PushTables {
  goals: BudgetTables['goals'] & NextInGoals;
  long_work: Omit<InitialTables['long_work'], 'kind'> & BankWork;
  reminder_settings: ReminderTables['reminder_settings'] & RemindersByPush['reminder_settings'];
  reminder_mails: ReminderTables['reminder_mails'] & RemindersByPush['reminder_mails'];
  sessions: InitialTables['sessions'] & MoreOfSession;
  templates: InitialTables['templates'] & TransfersInTemplates;
  template_phases: InitialTables['template_phases'] & TransfersInTemplates;
  account_totals: InitialTables['account_totals'] & FiguresInAccountTotals;
  bank_imports: BankImportTables['bank_imports'] & MatchedAgain['bank_imports'];
  transactions: InitialTables['transactions'] & PriceOfPurchase & EndedPayments;
  users: InitialTables['users'] & OidcOfUser;
  bank_import_rows: BankImportTables['bank_import_rows'] &
    MatchedAgain['bank_import_rows'] &
    PriceOfPurchase &
    RateOfRow;
  known_bank_rows: KnownBankRowTables['known_bank_rows'] & ChargeOfKnownRow;
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
export type ReminderMailRow = Tables['reminder_mails'];
export type RuleRow = Tables['rules'];
export type PasskeyRow = Tables['passkeys'];
export type ApiTokenRow = Tables['api_tokens'];
export type LongWorkRow = Tables['long_work'];
export type LongWorkBatchRow = Tables['long_work_batches'];
export type MonthlyFacetRow = Tables['monthly_facets'];
export type BankImportRow = Tables['bank_imports'];
export type ImportedLineRow = Tables['bank_import_rows'];
export type KnownBankRow = Tables['known_bank_rows'];
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
export type BulkKind = Exclude<LongWorkRow['kind'], 'check' | 'import' | 'cancel' | 'undo' | BankWorkKind>;
type BankWorkKind = Exclude<LongWorkRow['kind'], InitialTables['long_work']['kind']>;
