import * as v from 'valibot';
import type { AccountRow } from '../../db/tables.ts';
import type { Currency } from '../../i18n/currencies.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { BUDGET_AMOUNTS_MAX, BUDGETS_MAX, GOALS_MAX } from '../budgets/schema.ts';
import { plusDays } from '../calendar.ts';
import {
  accountEntry,
  bankFileAccountEntry,
  bankMappingEntry,
  budgetEntry,
  type CategoryEntry,
  categoryEntry,
  deletedPaymentEntry,
  documentSchema,
  goalEntry,
  MOST_NOTED,
  MOST_PHASES,
  MOST_RULES,
  MOST_SKIPPED,
  notDuplicatesEntry,
  notTransfersEntry,
  type ProfileEntry,
  profileEntry,
  type RemindersEntry,
  remindersEntry,
  ruleEntry,
  type SettingsEntry,
  sentReminderEntry,
  settingsEntry,
  type TemplateEntry,
  type TransactionEntry,
  templateEntry,
  transactionEntry,
  WITHOUT_ACCOUNTS,
} from '../export/document.schema.ts';
import {
  countedAs,
  isOpening,
  isReserved,
  isTransfer,
  OPENING,
  TRANSFER,
} from '../ledger/reserved-categories.ts';
import { MAX_AMOUNT, MAX_BALANCE } from '../money.ts';
import { MOST_ACCOUNTS } from '../money-accounts/create.ts';
import { FIRST_ACCOUNT } from '../money-accounts/first-account.ts';
import { isMoving, type Template } from '../recurring/templates/phases.ts';
import { missingFields } from '../recurring/templates/schema.ts';
import type { TransactionType } from '../schemas.ts';
import { DAYS_AHEAD, DAYS_BACK } from '../transactions/schema.ts';
import { accountErrorOf, amountError, isKnownDefault, typeOf, withCode, withCodeIn } from './entry-errors.ts';
import { type Part, PartError, PartReader } from './json-parts.ts';
import type { Plans } from './plans.ts';
import {
  accountRow,
  bankMappingRow,
  budgetRow,
  categoryRow,
  deletedPaymentRow,
  type FileTransaction,
  goalRow,
  keyOf,
  notDuplicatesRow,
  type Ownerless,
  remindersRow,
  ruleRow,
  templateRow,
  transactionRow,
} from './rows.ts';

/** An error in a file: the line, from 1, the field as a path, and the key of the message. */
export interface ImportError {
  line: number;
  field: string;
  message: TextKey;
}

export interface ReadTemplate {
  row: Ownerless<Template>;
  skipped: string[];
}

export type DocumentHead = DocumentReader['head'];

/** Where an entry is in the file: its line, from 1, and its path, as in `transactions[3]`. */
interface Location {
  line: number;
  field: string;
}

/** What a file contains: counts, local calendar dates, and sums in minor units. */
export interface DocumentSummary {
  exportedAt: string;
  currency: Currency;
  transactions: number;
  from: string | null;
  to: string | null;
  income: number;
  expenses: number;
  opening: number;
  /** Without the default ones. */
  categories: number;
  templates: number;
  accounts: number;
  rules: number;
  budgets: number;
  goals: number;
  /** Whether its rules, budgets and goals replace the existing ones. */
  hasPlans: boolean;
  /** Sides of transfers, which are among the transactions. */
  sides: number;
  /** Opening balances, which are among the transactions too. */
  openings: number;
  hasSettings: boolean;
}

export const MOST_TRANSACTIONS = 200_000;
const MOST_CATEGORIES = 5000;
const MOST_TEMPLATES = 1000;

/** The first `ERRORS_NAMED` errors are listed, further ones only counted; reading stops at `ERRORS_MOST`. */
const ERRORS_NAMED = 20;
const ERRORS_MOST = 1000;

/** The part of the summary to which a transaction is added. */
const SUMS = { income: 'income', expense: 'expenses', opening: 'opening' } as const;

export class UnreadableDocument extends Error {}

const VALUES = [
  'format',
  'version',
  'exported_at',
  'currency',
  'filter',
  'fields',
  'profile',
  'settings',
  'reminders',
] as const;
const LISTS = ['transactions', 'categories', 'accounts', 'recurring_templates'] as const;

/** Lists that only the file of an account has. */
const OTHER_LISTS = {
  rules: { entry: ruleEntry, most: MOST_RULES },
  budgets: { entry: budgetEntry, most: BUDGETS_MAX },
  goals: { entry: goalEntry, most: GOALS_MAX },
  sent_reminders: { entry: sentReminderEntry, most: MOST_NOTED },
  not_duplicates: { entry: notDuplicatesEntry, most: MOST_NOTED },
  not_transfers: { entry: notTransfersEntry, most: MOST_NOTED },
  deleted_payments: { entry: deletedPaymentEntry, most: MOST_NOTED },
  bank_mappings: { entry: bankMappingEntry, most: MOST_NOTED },
  bank_file_accounts: { entry: bankFileAccountEntry, most: MOST_NOTED },
} as const;

type OtherLists = {
  [Name in keyof typeof OTHER_LISTS]: v.InferOutput<(typeof OTHER_LISTS)[Name]['entry']>[];
};

const ALL_LISTS: readonly string[] = [...LISTS, ...Object.keys(OTHER_LISTS)];

const { format, version, exported_at, currency } = documentSchema.entries;

const remindersValue = v.object({ settings: v.nullable(remindersEntry) });

/**
 * Reads a file as it arrives and checks it against its schema and for consistency. Transactions are returned as rows as
 * they are read; only their ids are kept to the end.
 */
export class DocumentReader {
  readonly #parts = new PartReader({ lists: ALL_LISTS, values: VALUES });
  readonly #latest: string;
  /** The first day on which templates may still generate. */
  readonly #earliest: string;
  #errors: ImportError[] = [];
  /** Errors that show that the file has another format, which makes all others irrelevant. */
  #foreign: ImportError[] = [];
  #count = 0;
  readonly #seen = new Set<string>();
  readonly #ids = new Set<string>();
  readonly #occurrences = new Set<string>();
  /** By `transfer_id`, with the location of the first side. */
  readonly #sides = new Map<string, Location & { types: Set<TransactionType> }>();
  readonly #categoryReferences = new Map<
    string,
    { id: string; type: TransactionType; line: number; field: string }
  >();
  readonly #categories: (CategoryEntry & { line: number; field: string })[] = [];
  readonly #accounts: (Ownerless<AccountRow> & Location)[] = [];
  /** Where each account is first referred to. */
  readonly #accountReferences = new Map<string, Location>();
  #version: unknown;
  readonly #templates: ReadTemplate[] = [];
  #skipped = 0;
  #phases = 0;
  /** The amounts of all budgets. */
  #amounts = 0;
  #profile: ProfileEntry | null = null;
  #settings: SettingsEntry | null = null;
  #reminders: RemindersEntry | null = null;
  readonly #otherLists = Object.fromEntries(
    Object.keys(OTHER_LISTS).map((name) => [name, []]),
  ) as unknown as OtherLists;
  readonly #budgetLocations: Location[] = [];
  #summary: DocumentSummary = {
    exportedAt: '',
    currency: 'ILS',
    transactions: 0,
    from: null,
    to: null,
    income: 0,
    expenses: 0,
    opening: 0,
    categories: 0,
    templates: 0,
    accounts: 1,
    rules: 0,
    budgets: 0,
    goals: 0,
    hasPlans: false,
    sides: 0,
    openings: 0,
    hasSettings: false,
  };

  /**
   * @param today the local calendar date, which limits how far ahead transactions and how far back templates may reach
   */
  constructor(today: string) {
    this.#latest = plusDays(today, DAYS_AHEAD);
    this.#earliest = plusDays(today, -DAYS_BACK);
  }

  /** Returns the valid transactions so far as rows. @throws UnreadableDocument */
  push(chunk: Uint8Array): FileTransaction[] {
    return this.#reading(() => this.#parts.push(chunk)).flatMap((part) => this.#read(part) ?? []);
  }

  /** Call it after the last chunk; checks references between entries. @throws UnreadableDocument */
  end(): void {
    this.#reading(() => {
      this.#parts.end();
      return [];
    });
    for (const name of ['format', 'version', 'exported_at', 'currency', ...LISTS] as const)
      if (
        !this.#has(name) &&
        !(name === 'accounts' && (this.#version ?? WITHOUT_ACCOUNTS) === WITHOUT_ACCOUNTS)
      )
        this.#reportMissing(name);
    for (const { types, line, field } of this.#sides.values())
      if (types.size === 1)
        this.#error({ line, field: `${field}.transfer_id`, message: 'import:errorMissing' });
    this.#checkCategories();
    this.#checkAccounts();
    this.#checkBudgets();
  }

  get errors(): { named: ImportError[]; count: number } {
    const all = this.#foreign.length > 0 ? this.#foreign.slice(0, 1) : this.#errors;
    const count = this.#foreign.length > 0 ? 1 : this.#count;
    return { named: all.toSorted((one, other) => one.line - other.line), count };
  }

  get summary(): DocumentSummary {
    return {
      ...this.#summary,
      categories: this.#categories.filter(({ default_key }) => default_key === null).length,
      templates: this.#templates.length,
      accounts: Math.max(1, this.#accounts.length),
      rules: this.#otherLists.rules.length,
      budgets: this.#otherLists.budgets.length,
      goals: this.#otherLists.goals.length,
      hasPlans: this.#has('rules') || this.#has('budgets') || this.#has('goals'),
      hasSettings: this.#settings !== null,
    };
  }

  get head() {
    return {
      profile: this.#profile,
      settings: this.#settings,
      currency: this.#summary.currency,
      categories: this.#categories.map(({ line: _line, field: _field, ...entry }) => categoryRow(entry)),
      /** Empty for an old file without accounts, whose transactions belong to the first account. */
      accounts: this.#accounts.map(({ line: _line, field: _field, ...row }) => row),
      templates: this.#templates,
      plans: this.#plans,
      /** Whether it is the file of an account, which has all categories, and not of what a filter matches. */
      isWhole: !this.#seen.has('filter'),
    };
  }

  /** Without the lists that the file lacks. */
  get #plans(): Plans {
    const more = this.#otherLists;
    const { exportedAt: at } = this.#summary;
    const reminders = this.#reminders ? [remindersRow(this.#reminders, at)] : [];
    return {
      ...(this.#has('rules') && { rules: more.rules.map((entry) => ruleRow(entry, at)) }),
      ...(this.#has('budgets') && { budgets: more.budgets.map((entry) => budgetRow(entry, at)) }),
      ...(this.#has('goals') && { goals: more.goals.map((entry) => goalRow(entry, at)) }),
      ...(this.#has('reminders') && { reminders }),
      ...(this.#has('sent_reminders') && { sent_reminders: more.sent_reminders }),
      ...(this.#has('not_duplicates') && { not_duplicates: more.not_duplicates.flatMap(notDuplicatesRow) }),
      ...(this.#has('not_transfers') && { not_transfers: more.not_transfers }),
      ...(this.#has('deleted_payments') && {
        deleted_payments: more.deleted_payments.map(deletedPaymentRow),
      }),
      ...(this.#has('bank_mappings') && { bank_mappings: more.bank_mappings.map(bankMappingRow) }),
      ...(this.#has('bank_file_accounts') && { bank_file_accounts: more.bank_file_accounts }),
    };
  }

  #reading(read: () => Part[]): Part[] {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof PartError)) throw error;
      const message = error.kind === 'long' ? 'import:errorLong' : 'import:errorSyntax';
      this.#refuse({ line: error.line, field: '', message });
    }
  }

  #has(name: string): boolean {
    return this.#seen.has(name) || this.#parts.begun.has(name);
  }

  #reportMissing(name: string): void {
    const isHead = name === 'format' || name === 'version';
    const error = {
      line: 1,
      field: name,
      message: isHead ? 'import:errorFormat' : 'import:errorMissing',
    } as const;
    if (isHead) this.#foreign.push(error);
    else this.#error(error);
  }

  #error(error: ImportError): void {
    this.#count += 1;
    if (this.#errors.length < ERRORS_NAMED) this.#errors.push(error);
    if (this.#count >= ERRORS_MOST) throw new UnreadableDocument('too many errors');
  }

  #refuse(error: ImportError): never {
    this.#foreign.push(error);
    throw new UnreadableDocument(error.message);
  }

  #read(part: Part): FileTransaction | undefined {
    const { name, index, value, line } = part;
    this.#seen.add(name);
    const location = { line, field: index === undefined ? name : `${name}[${index}]` };
    if (index === undefined) this.#readValue(name as (typeof VALUES)[number], value, location);
    else if (name === 'transactions') return this.#readTransaction(value, location);
    else if (name === 'categories') this.#readCategory(value, location);
    else if (name === 'accounts') this.#readAccount(value, location);
    else if (name === 'recurring_templates') this.#readTemplate(value, location);
    else this.#readOtherList(name as keyof OtherLists, value, location);
    return undefined;
  }

  #readValue(name: (typeof VALUES)[number], value: unknown, location: Location): void {
    if (name === 'format' && !v.is(format, value))
      this.#refuse({ ...location, message: 'import:errorFormat' });
    if (name === 'version' && !v.is(version, value))
      this.#refuse({ ...location, message: 'import:errorVersion' });
    if (name === 'version') this.#version = value;
    if (name === 'fields') this.#refuse({ ...location, message: 'import:errorFields' });
    if (name === 'exported_at') this.#summary.exportedAt = this.#valid(exported_at, value, location) ?? '';
    if (name === 'currency')
      this.#summary.currency = this.#valid(currency, withCode(value), location) ?? this.#summary.currency;
    if (name === 'profile') this.#profile = this.#valid(profileEntry, value, location) ?? null;
    if (name === 'settings') this.#settings = this.#valid(settingsEntry, withCodeIn(value), location) ?? null;
    if (name === 'reminders')
      this.#reminders = this.#valid(remindersValue, value, location)?.settings ?? null;
    if (ALL_LISTS.includes(name)) this.#error({ ...location, message: 'import:errorList' });
  }

  #valid<Schema extends v.GenericSchema>(
    schema: Schema,
    value: unknown,
    { line, field }: Location,
  ): v.InferOutput<Schema> | undefined {
    const result = v.safeParse(schema, value, { abortPipeEarly: true });
    if (result.success) return result.output;
    for (const issue of result.issues) {
      const path = v.getDotPath(issue);
      const isOurs = /^(errors|import):/.test(issue.message);
      this.#error({
        line,
        field: path ? `${field}.${path}` : field,
        message: isOurs ? (issue.message as TextKey) : 'errors:valueInvalid',
      });
    }
    return undefined;
  }

  #isNew(id: string, { index, ...location }: Location & { index: number }, most: number): boolean {
    if (this.#ids.has(id)) {
      this.#error({ line: location.line, field: `${location.field}.id`, message: 'import:errorTwice' });
      return false;
    }
    this.#ids.add(id);
    // `index` is the number of earlier entries.
    if (index >= most) this.#refuse({ ...location, message: 'import:errorMany' });
    return true;
  }

  #refersToCategory(id: string | null, type: TransactionType, { line, field }: Location): void {
    if (id === null) return;
    const key = `${id} ${type}`;
    if (!this.#categoryReferences.has(key))
      this.#categoryReferences.set(key, { id, type, line, field: `${field}.category_id` });
  }

  #readTransaction(value: unknown, { line, field }: Location): FileTransaction | undefined {
    const written = this.#valid(transactionEntry, value, { line, field });
    if (!written) return undefined;
    const type = typeOf(written);
    if (type === undefined) {
      this.#error({ line, field: `${field}.category_id`, message: 'import:errorCategory' });
      return undefined;
    }
    const entry: TransactionEntry = { ...written, type };
    const index = this.#summary.transactions;
    if (!this.#isNew(entry.id, { line, field, index }, MOST_TRANSACTIONS)) return undefined;
    const error = this.#errorOf(entry);
    if (error) {
      this.#error({ line, field: `${field}.${error.field}`, message: error.message });
      return undefined;
    }
    this.#refersToCategory(entry.category_id, entry.type, { line, field });
    this.#refersToAccount(entry.account_id, { line, field });
    for (const [number, { account_id }] of (entry.changed_since_checks ?? []).entries())
      this.#refersToAccount(account_id, { line, field: `${field}.changed_since_checks[${number}]` });
    this.#addSide(entry, { line, field });
    const row = transactionRow(entry);
    this.#add(row);
    return row;
  }

  #errorOf(entry: TransactionEntry) {
    const { date, template_id, occurrence_date, category_id, transfer_id, type, amount, original_amount } =
      entry;
    const error = amountError(amount, original_amount, isOpening(category_id) ? MAX_BALANCE : MAX_AMOUNT);
    if (error) return error;
    if (date > this.#latest) return { field: 'date', message: 'errors:dateFuture' } as const;
    if (isOpening(category_id) && category_id !== OPENING[type])
      return { field: 'category_id', message: 'import:errorCategory' } as const;
    const isSide = transfer_id !== null;
    if (isSide ? category_id !== TRANSFER[type] : isTransfer(category_id))
      return { field: 'category_id', message: 'import:errorCategory' } as const;
    if (isSide && this.#sides.get(transfer_id)?.types.has(type))
      return { field: 'transfer_id', message: 'import:errorTwice' } as const;
    // Where the money of a transfer arrives, its template has no date.
    const isArriving = isSide && type === 'income' && occurrence_date === null;
    if (!isArriving && (template_id === null) !== (occurrence_date === null))
      return { field: 'occurrence_date', message: 'errors:valueInvalid' } as const;
    if (template_id === null || occurrence_date === null) return undefined;
    const key = `${template_id} ${occurrence_date}`;
    if (this.#occurrences.has(key))
      return { field: 'occurrence_date', message: 'import:errorTwice' } as const;
    this.#occurrences.add(key);
    return undefined;
  }

  #add(row: FileTransaction): void {
    const summary = this.#summary;
    summary.transactions += 1;
    if (summary.from === null || row.date < summary.from) summary.from = row.date;
    if (summary.to === null || row.date > summary.to) summary.to = row.date;
    const { type, amount } = countedAs(row);
    if (type === 'opening') summary.openings += 1;
    if (type === 'transfer') summary.sides += 1;
    else summary[SUMS[type]] += amount;
  }

  /** A transfer has two sides; `end` reports those that have one. */
  #addSide({ transfer_id, type }: TransactionEntry, location: Location): void {
    if (transfer_id === null) return;
    const side = this.#sides.get(transfer_id) ?? { ...location, types: new Set() };
    side.types.add(type);
    this.#sides.set(transfer_id, side);
  }

  #readCategory(value: unknown, { line, field }: Location): void {
    const entry = this.#valid(categoryEntry, value, { line, field });
    const index = this.#categories.length;
    if (entry && this.#isNew(entry.id, { line, field, index }, MOST_CATEGORIES))
      this.#categories.push({ ...entry, line, field });
  }

  #readAccount(value: unknown, { line, field }: Location): void {
    const entry = this.#valid(accountEntry, value, { line, field });
    const index = this.#accounts.length;
    if (entry && this.#isNew(entry.id, { line, field, index }, MOST_ACCOUNTS))
      this.#accounts.push({ ...accountRow(entry), line, field });
  }

  #refersToAccount(id: string, { line, field }: Location, column = 'account_id'): void {
    if (!this.#accountReferences.has(id))
      this.#accountReferences.set(id, { line, field: `${field}.${column}` });
  }

  #readOtherList<Name extends keyof OtherLists>(name: Name, value: unknown, location: Location): void {
    const { entry: schema, most } = OTHER_LISTS[name];
    const entry: OtherLists[Name][number] | undefined = this.#valid(
      schema as v.GenericSchema,
      value,
      location,
    ) as OtherLists[Name][number] | undefined;
    const entries = this.#otherLists[name] as OtherLists[Name][number][];
    if (!entry) return;
    if ('id' in entry && !this.#isNew(entry.id, { ...location, index: entries.length }, most)) return;
    if (entries.length >= most) this.#refuse({ ...location, message: 'import:errorMany' });
    if ('amounts' in entry) {
      this.#budgetLocations.push(location);
      this.#amounts += entry.amounts.length;
      if (this.#amounts > BUDGET_AMOUNTS_MAX)
        this.#refuse({ ...location, field: `${location.field}.amounts`, message: 'import:errorMany' });
    }
    entries.push(entry);
  }

  #readTemplate(value: unknown, { line, field }: Location): void {
    const entry = this.#valid(templateEntry, value, { line, field });
    const index = this.#templates.length;
    if (!entry || !this.#isNew(entry.id, { line, field, index }, MOST_TEMPLATES)) return;
    this.#skipped += entry.skipped_dates.length;
    if (this.#skipped > MOST_SKIPPED)
      this.#refuse({ line, field: `${field}.skipped_dates`, message: 'import:errorMany' });
    const row = templateRow(entry, this.#earliest);
    for (const error of missingFields(row))
      this.#error({ line, field: `${field}.${error.field}`, message: error.message });
    this.#checkTemplateReferences(entry, { line, field });
    this.#phases += entry.phases?.length ?? 0;
    if (this.#phases > MOST_PHASES)
      this.#refuse({ line, field: `${field}.phases`, message: 'import:errorMany' });
    for (const [phaseIndex, phase] of (entry.phases ?? []).entries()) {
      const location = { line, field: `${field}.phases[${phaseIndex}]` };
      this.#checkTemplateReferences(phase, location);
      if (isMoving(phase) !== isMoving(entry))
        this.#error({ line, field: `${location.field}.account_to`, message: 'errors:transferKind' });
    }
    this.#templates.push({ row, skipped: [...new Set(entry.skipped_dates)] });
  }

  #checkTemplateReferences(
    {
      category_id,
      account_id,
      type,
      amount,
      account_amount,
      account_to,
    }: Pick<
      TemplateEntry,
      'category_id' | 'account_id' | 'account_to' | 'type' | 'amount' | 'account_amount'
    >,
    location: Location,
  ): void {
    const { line, field } = location;
    const error = amountError(amount, account_amount);
    if (error) this.#error({ line, field: `${field}.amount`, message: error.message });
    this.#refersToAccount(account_id, location);
    if (account_to !== null) {
      this.#refersToAccount(account_to, location, 'account_to');
      if (account_to === account_id)
        this.#error({ line, field: `${field}.account_to`, message: 'errors:transferSame' });
    }
    if (account_to === null ? isReserved(category_id) : category_id !== TRANSFER.expense)
      this.#error({ line, field: `${field}.category_id`, message: 'errors:categoryOpening' });
    this.#refersToCategory(category_id, type, location);
  }

  #checkCategories(): void {
    const names = new Set<string>();
    const types = new Map<string, TransactionType>();
    for (const { line, field, ...entry } of this.#categories) {
      const key = `${entry.type} ${keyOf(entry)}`;
      types.set(entry.id, entry.type);
      if (names.has(key)) this.#error({ line, field: `${field}.name`, message: 'import:errorTwice' });
      names.add(key);
      if (!isKnownDefault(entry))
        this.#error({ line, field: `${field}.default_key`, message: 'errors:valueInvalid' });
    }
    for (const { id, type, line, field } of this.#categoryReferences.values())
      if (types.get(id) !== type) this.#error({ line, field, message: 'import:errorCategory' });
  }

  #checkBudgets(): void {
    const categories = new Set(this.#categories.map((category) => category.id));
    const taken = { weekly: new Set<string>(), monthly: new Set<string>(), yearly: new Set<string>() };
    for (const [index, { category_ids, period, is_active }] of this.#otherLists.budgets.entries()) {
      const { line, field } = this.#budgetLocations[index] as Location;
      const wrong = (message: TextKey) => this.#error({ line, field: `${field}.category_ids`, message });
      if (!category_ids.every((category) => categories.has(category))) wrong('import:errorCategory');
      if (!is_active) continue;
      if (category_ids.some((category) => taken[period].has(category))) wrong('errors:budgetTaken');
      for (const category of category_ids) taken[period].add(category);
    }
  }

  #checkAccounts(): void {
    if (!this.#has('accounts')) this.#requireAccounts([FIRST_ACCOUNT]);
    else {
      this.#requireAccounts(this.#accounts.map(({ id }) => id));
      // An account in the file's currency follows the currency of its owner.
      for (const row of this.#accounts) if (row.currency === this.#summary.currency) row.currency = null;
      for (const { line, field, ...row } of this.#accounts) {
        const error = accountErrorOf(row, this.#accounts);
        if (error) this.#error({ line, field: `${field}.${error.field}`, message: error.message });
      }
    }
  }

  #requireAccounts(there: readonly string[]): void {
    for (const [id, location] of this.#accountReferences)
      if (!there.includes(id)) this.#error({ ...location, message: 'import:errorAccount' });
  }
}
