import * as v from 'valibot';
import { CURRENCY_CODES } from '../../i18n/currencies.ts';
import { withoutIsolates } from '../../i18n/isolated.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { preferenceChangesSchema } from '../../i18n/preferences.ts';
import { canonicalTimezone } from '../../i18n/timezones.ts';
import { COLUMN_ROLES } from '../bank-files/bank-file.ts';
import { BUDGET_AMOUNTS_MAX, CARRIES, PERIODS } from '../budgets/schema.ts';
import { isDate } from '../calendar.ts';
import { CATEGORY_NAME_MAX } from '../categories/schema.ts';
import { MOST_DECIMALS } from '../exchange/decimal.ts';
import { fromDecimal, MAX_AMOUNT, MAX_BALANCE, parseAmount, toDecimal } from '../money.ts';
import { FIRST_ACCOUNT } from '../money-accounts/first-account.ts';
import { ACCOUNT_KINDS } from '../money-accounts/kinds.ts';
import { ACCOUNT_NAME_MAX, ACCOUNT_NUMBER_MAX } from '../money-accounts/schema.ts';
import { END_TYPES, INTERVAL_TYPES } from '../recurring/templates/schema.ts';
import { REMINDER_KINDS, type ReminderKind } from '../reminders/kinds.ts';
import { CONDITIONS_MAX, TEXT_MAX, TEXT_OPERATORS } from '../rules/schema.ts';
import {
  DESCRIPTION_MAX,
  maxLetters,
  realDate,
  type TransactionType,
  TYPES,
  typeSchema,
} from '../schemas.ts';
import { mapLines } from '../transactions/fields.ts';
import { NOTES_MAX } from '../transactions/schema.ts';

/** The format and its version, which is raised when a field changes its meaning or is removed. */
export const DOCUMENT_FORMAT = 'pruta';
export const DOCUMENT_VERSION = 5;

/** All its money is in the first account. */
export const WITHOUT_ACCOUNTS = 2;

/** Version 3 called the sides of a transfer, and version 4 opening balances, an expense and an income. */
const READ_VERSIONS = [WITHOUT_ACCOUNTS, 3, 4, DOCUMENT_VERSION];

/** In all templates of a file together. */
export const MOST_SKIPPED = 100_000;

const INVALID = 'errors:valueInvalid';

// PostgreSQL cannot store the character NUL.
const text = (most: number, error: string = 'errors:valueMax') =>
  v.pipe(
    v.string('errors:textExpected'),
    maxLetters(most, error),
    v.regex(/^[^\0]*$/, INVALID),
    v.transform(withoutIsolates),
  );

const filled = (most: number, empty: string, error: string) =>
  v.pipe(text(most, error), v.regex(/\S/u, empty));

const localDate = v.pipe(realDate, v.metadata({ format: 'date' }));

const id = v.pipe(
  v.string(INVALID),
  v.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, INVALID),
  v.description('A UUID in lower case. It need not exist elsewhere, but equal ids mean the same thing.'),
);

const instant = v.pipe(
  v.string('errors:dateInvalid'),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'errors:dateInvalid'),
  v.check((written) => !Number.isNaN(Date.parse(written)), 'errors:dateInvalid'),
  v.metadata({ format: 'date-time', description: 'ISO 8601 in UTC, with milliseconds.' }),
);

const date = v.pipe(
  v.string('errors:dateInvalid'),
  v.regex(/^(19|[2-9]\d)\d\d-\d\d-\d\d$/, 'errors:dateInvalid'),
  v.check(isDate, 'errors:dateInvalid'),
  v.metadata({ format: 'date', description: 'A local calendar date, YYYY-MM-DD.' }),
);

const time = v.pipe(
  v.string('errors:timeInvalid'),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'errors:timeInvalid'),
  v.description('HH:MM'),
);

// Cached, because it is needed for each transaction and few zones are different.
const timezoneCache = new Map<string, boolean>();

const timezone = v.pipe(
  v.string('errors:timezoneInvalid'),
  v.maxLength(64, 'errors:timezoneInvalid'),
  v.check((name) => {
    const isKnown = timezoneCache.get(name) ?? canonicalTimezone(name) !== null;
    if (timezoneCache.size < 1000) timezoneCache.set(name, isKnown);
    return isKnown;
  }, 'errors:timezoneInvalid'),
  v.description('An IANA name, such as Asia/Jerusalem.'),
);

const amountText = v.pipe(
  v.string(),
  v.regex(/^\d{1,10}\.\d{2}$/, 'errors:amountNumber'),
  v.description('Read as well.'),
);

/** Its limits without amounts of other currencies are checked with its row. */
const amount = v.pipe(
  v.union([v.number(), amountText], 'errors:amountNumber'),
  v.check((written) => Number(written) >= 0, 'errors:amountMin'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || Number(dataset.value) === 0) return;
    const read = parseAmount(dataset.value, MAX_BALANCE);
    if ('error' in read) addIssue({ message: read.error });
  }),
  v.description('Without a sign, and with at most two decimals.'),
);

// Every rate that is computed can be read.
const RATE = new RegExp(`^\\d{1,12}(\\.\\d{1,${MOST_DECIMALS}})?$`);

const otherAmount = v.optional(v.nullable(amount), null);

const signedAmount = v.pipe(
  v.number('errors:amountNumber'),
  v.minValue(-MAX_BALANCE, 'errors:balanceMax'),
  v.maxValue(MAX_BALANCE, 'errors:balanceMax'),
  v.check((written) => toDecimal(fromDecimal(written)) === written, 'errors:amountDecimals'),
);

const currencyCode = v.picklist(CURRENCY_CODES, 'errors:currencyInvalid');

const ofAccount = v.pipe(
  v.optional(id, FIRST_ACCOUNT),
  v.description('Its account; absent in files from before there were several.'),
);

const accountAmount = v.pipe(
  otherAmount,
  v.description('In the currency of its account; absent where that is the currency of the file.'),
);

const whole = (least: number, most: number, error: string) =>
  v.pipe(v.number(error), v.integer(error), v.minValue(least, error), v.maxValue(most, error));

const flag = v.boolean(INVALID);

const icon = v.pipe(
  v.string('errors:iconInvalid'),
  v.regex(/^[A-Za-z][\dA-Za-z-]{0,39}$/, 'errors:iconInvalid'),
);

const color = v.pipe(v.string('errors:colorInvalid'), v.regex(/^#[\dA-Fa-f]{6}$/, 'errors:colorInvalid'));

/** For one transaction. */
export const MOST_BANK_ROWS = 20;

const bankText = v.optional(v.nullable(text(1000)), null);

export const bankRowEntry = v.object({
  kind: v.pipe(
    text(40),
    v.description(
      'That of the file, `api` for what a program sent, or `opening` for what was stated of a day.',
    ),
  ),
  account_id: id,
  date,
  amount,
  currency: v.pipe(
    v.optional(v.nullable(currencyCode), null),
    v.description('Absent where it is that of the account.'),
  ),
  type: typeSchema,
  description: text(1000),
  merchant_name: bankText,
  external_id: v.pipe(bankText, v.description('The id that the bank gave.')),
  is_pending: v.pipe(v.optional(flag, false), v.description('Not booked yet.')),
  installment_n: v.optional(v.nullable(whole(1, 999, INVALID)), null),
  charge_date: v.pipe(v.optional(v.nullable(date), null), v.description('As the file states it.')),
});

/** One for each account of a person, at most. */
const MOST_CHECKS = 100;

const changedSinceCheckEntry = v.object({
  account_id: id,
  date: v.pipe(v.nullable(date), v.description('Null, as the amount, where the check did not find it.')),
  amount: v.pipe(
    v.nullable(signedAmount),
    v.description('In the currency of that account; below zero for what went.'),
  ),
});

export const transactionEntry = v.object({
  id,
  type: v.pipe(
    v.picklist([...TYPES, 'opening', 'transfer'], 'errors:typeInvalid'),
    v.description(
      'An opening balance and the two sides of a transfer are neither expenses nor incomes: their category says whether they are debts, and which side it is.',
    ),
  ),
  amount,
  description: filled(DESCRIPTION_MAX, 'errors:descriptionRequired', 'errors:descriptionMax'),
  ...mapLines((most, message) => v.nullable(filled(most, INVALID, message))),
  category_id: v.nullable(id),
  account_id: ofAccount,
  account_amount: accountAmount,
  original_amount: v.pipe(
    otherAmount,
    v.description('What was paid, in `original_currency`, where that is neither of the two.'),
  ),
  original_currency: v.optional(v.nullable(currencyCode), null),
  rate: v.pipe(
    v.optional(v.nullable(v.pipe(v.string(INVALID), v.regex(RATE, INVALID))), null),
    v.description('Decimal text: what one of the original currency is in the currency of the file.'),
  ),
  category_name: v.pipe(
    v.optional(v.nullable(v.string())),
    v.description('For readers: the name of the category in the language of the export.'),
  ),
  date,
  time,
  timezone,
  charge_date: v.pipe(
    v.optional(v.nullable(date), null),
    v.description('When the bill of its card has it, if that was typed.'),
  ),
  installment_of: v.pipe(
    v.optional(v.nullable(id), null),
    v.description('Shared by the payments of one purchase.'),
  ),
  installment_n: v.optional(v.nullable(whole(1, 999, INVALID)), null),
  installment_total: v.optional(v.nullable(whole(1, 999, INVALID)), null),
  installment_price: v.pipe(
    otherAmount,
    v.description('What the whole purchase costs, where that is known.'),
  ),
  payments_end: v.pipe(
    v.optional(v.nullable(flag), null),
    v.description('Of a payment that a file has shown: whether no more of its purchase are expected.'),
  ),
  transfer_id: v.pipe(
    v.optional(v.nullable(id), null),
    v.description(
      'Shared by the two sides of a transfer: what leaves one account, and what arrives in another.',
    ),
  ),
  from_account_id: v.pipe(
    v.optional(v.nullable(id)),
    v.description('For readers, as the next two, on both sides of a transfer in an export of transactions.'),
  ),
  to_account_id: v.optional(v.nullable(id)),
  amount_to: v.pipe(
    v.optional(v.nullable(amount)),
    v.description('What arrived, in the currency of that account.'),
  ),
  notes: v.nullable(text(NOTES_MAX, 'errors:notesMax')),
  template_id: v.pipe(
    v.nullable(id),
    v.description('The recurring template that generated it, which may be gone.'),
  ),
  occurrence_date: v.pipe(
    v.nullable(date),
    v.description('The date in the schedule of its template, whatever day it was moved to.'),
  ),
  is_detached: v.pipe(
    v.nullable(flag),
    v.description('Edited on its own: its template, or imports where it is a paid bill, leave it alone.'),
  ),
  bank_rows: v.optional(
    v.pipe(
      v.array(bankRowEntry, INVALID),
      v.maxLength(MOST_BANK_ROWS, 'import:errorMany'),
      v.description(
        'How banks wrote it, whatever became of it since, so that their files are recognized; only in the file of an account.',
      ),
    ),
  ),
  is_unchecked: v.optional(
    v.pipe(
      flag,
      v.description('Left open by a check of its account against the bank; only in the file of an account.'),
    ),
  ),
  changed_since_checks: v.optional(
    v.pipe(
      v.array(changedSinceCheckEntry, INVALID),
      v.maxLength(MOST_CHECKS, 'import:errorMany'),
      v.description(
        'What checks of accounts against the bank found of it, where it has been changed or has come there since; only in the file of an account.',
      ),
    ),
  ),
  created_at: instant,
  updated_at: instant,
});

export const categoryEntry = v.object({
  id,
  default_key: v.pipe(
    v.nullable(text(40)),
    v.description('Which of the categories every account starts with; null for an own one.'),
  ),
  name: filled(CATEGORY_NAME_MAX, 'errors:categoryNameRequired', 'errors:nameMax'),
  type: typeSchema,
  language: v.picklist(LOCALES, 'errors:languageInvalid'),
  icon,
  color,
  description: v.nullable(text(DESCRIPTION_MAX, 'errors:descriptionMax')),
  is_archived: flag,
  is_hidden: flag,
  created_at: instant,
  updated_at: instant,
});

export const accountEntry = v.object({
  id,
  name: v.pipe(
    text(ACCOUNT_NAME_MAX, 'errors:accountNameMax'),
    v.description(
      'The first account is named in the language of its owner until it gets another name; it may be empty.',
    ),
  ),
  kind: v.picklist(ACCOUNT_KINDS, 'errors:accountKindInvalid'),
  currency: v.pipe(v.nullable(currencyCode), v.description('Null means the currency of the file.')),
  number: v.nullable(text(ACCOUNT_NUMBER_MAX, 'errors:accountNumberMax')),
  icon,
  color,
  position: v.pipe(whole(0, 1000, INVALID), v.description('In lists and choices.')),
  is_archived: flag,
  in_balance: v.pipe(flag, v.description('Whether its money counts in the balance.')),
  billing_day: v.pipe(
    v.nullable(whole(1, 31, 'errors:billingDayInvalid')),
    v.description('Of a credit card: the day of the month on which it is charged.'),
  ),
  pays_from: v.pipe(v.nullable(id), v.description('Of a credit card: the account that pays it.')),
  checked_until: v.pipe(
    v.optional(v.nullable(date), null),
    v.description('The day up to which it was checked against its bank.'),
  ),
  checked_balance: v.pipe(
    v.optional(v.nullable(signedAmount), null),
    v.description('What the bank showed then, in the currency of the account; below zero for debts.'),
  ),
  checked_at: v.optional(v.nullable(instant), null),
  created_at: instant,
  updated_at: instant,
});

const phaseValues = {
  description: filled(DESCRIPTION_MAX, 'errors:descriptionRequired', 'errors:descriptionMax'),
  notes: v.nullable(text(NOTES_MAX, 'errors:notesMax')),
  amount,
  type: typeSchema,
  category_id: v.nullable(id),
  account_id: ofAccount,
  account_amount: accountAmount,
  account_to: v.pipe(
    v.optional(v.nullable(id), null),
    v.description('Of a transfer: the account where the money arrives; absent of anything else.'),
  ),
  amount_to: v.pipe(
    otherAmount,
    v.description(
      'What arrives, in the currency of that account; absent for the same, or for the rate of the day.',
    ),
  ),
  interval_type: v.picklist(INTERVAL_TYPES, 'errors:intervalTypeInvalid'),
  interval: whole(1, 365, 'errors:intervalInvalid'),
  day_of_month: whole(1, 31, 'errors:dayOfMonthInvalid'),
  day_of_week: whole(0, 6, 'errors:dayOfWeekInvalid'),
  start_date: v.pipe(date, v.description('Where its dates are counted from.')),
  timezone,
  preferred_time: time,
};

/** In all templates of a file together. */
export const MOST_PHASES = 10_000;

export const phaseEntry = v.object({
  until: v.pipe(date, v.description('The last day of the phase; the next one begins on the day after it.')),
  ...phaseValues,
});

export const templateEntry = v.object({
  id,
  name: filled(255, 'errors:descriptionRequired', 'errors:templateNameMax'),
  ...phaseValues,
  end_type: v.picklist(END_TYPES, 'errors:endTypeInvalid'),
  end_date: v.nullable(date),
  max_occurrences: v.nullable(whole(1, 1_000_000, 'errors:maxOccurrencesInvalid')),
  is_active: v.pipe(flag, v.description('False while it is paused.')),
  generated_until: v.pipe(
    date,
    v.description('The last day whose occurrences are there, or were passed over.'),
  ),
  phases: v.optional(
    v.pipe(
      v.array(phaseEntry, INVALID),
      v.maxLength(MOST_PHASES, 'import:errorMany'),
      v.check(
        (phases) =>
          phases.every(({ until }, index) => index === 0 || until > (phases[index - 1]?.until ?? '')),
        'errors:dateInvalid',
      ),
      v.description(
        `What it was before a change that left the past as it was, earliest first; its own fields are what it has been since the last of them. All templates together have at most ${MOST_PHASES}.`,
      ),
    ),
  ),
  skipped_dates: v.pipe(
    v.array(date, INVALID),
    v.maxLength(MOST_SKIPPED, 'import:errorMany'),
    v.description(
      `Dates without an occurrence: skipped, or deleted on their own. All templates together have at most ${MOST_SKIPPED}.`,
    ),
  ),
  created_at: instant,
  updated_at: instant,
});

const nullableText = (most: number) => v.nullable(text(most));

export const MOST_RULES = 1000;

/**
 * The limit of each list of notes: sent reminders, pairs that are no duplicates or transfers, and mappings of files.
 */
export const MOST_NOTED = 10_000;

const versions = {
  created_at: v.pipe(v.optional(instant), v.description('Absent in older files: the time of the export.')),
  updated_at: v.optional(instant),
};

const ruleCondition = v.variant(
  'field',
  [
    v.object({
      field: v.picklist(['text', 'payee']),
      operator: v.picklist(TEXT_OPERATORS, 'errors:ruleOperator'),
      value: filled(TEXT_MAX, 'errors:ruleValue', 'errors:valueMax'),
    }),
    v.variant(
      'operator',
      [
        v.object({ field: v.literal('amount'), operator: v.literal('is'), value: amount }),
        v.object({
          field: v.literal('amount'),
          operator: v.literal('between'),
          value: v.tuple([v.nullable(amount), v.nullable(amount)], 'errors:ruleRange'),
        }),
      ],
      'errors:ruleOperator',
    ),
    v.object({ field: v.literal('account'), operator: v.literal('is', 'errors:ruleOperator'), value: id }),
    v.object({
      field: v.literal('type'),
      operator: v.literal('is', 'errors:ruleOperator'),
      value: typeSchema,
    }),
  ],
  'errors:ruleField',
);

export const ruleEntry = v.object({
  id,
  position: v.pipe(whole(0, 1_000_000, INVALID), v.description('Rules are tried in this order.')),
  is_active: flag,
  conditions: v.pipe(
    v.array(ruleCondition, INVALID),
    v.minLength(1, 'errors:ruleConditions'),
    v.maxLength(CONDITIONS_MAX, 'errors:ruleConditionsMax'),
  ),
  actions: v.pipe(
    v.object({
      category_id: v.nullable(id),
      merchant_name: nullableText(TEXT_MAX),
      notes: v.nullable(text(NOTES_MAX, 'errors:notesMax')),
      account_to: v.nullable(id),
      leave_out: flag,
    }),
    v.description('A category or account of these may be gone: the rule then does without it.'),
  ),
  applied_count: whole(0, 1_000_000_000, INVALID),
  ...versions,
});

/** As the API takes it, in the currency of the file. */
const plannedAmount = v.pipe(
  amount,
  v.check((written) => Number(written) > 0, 'errors:amountMin'),
  v.check((written) => Number(written) <= toDecimal(MAX_AMOUNT), 'errors:amountMax'),
);

export const budgetEntry = v.object({
  id,
  category_ids: v.pipe(
    v.array(id, INVALID),
    v.minLength(1, 'errors:budgetCategories'),
    v.maxLength(1000, 'errors:budgetCategoriesMax'),
  ),
  period: v.picklist(PERIODS, 'errors:budgetPeriod'),
  start_day: whole(1, 28, 'errors:startDay'),
  carry: v.picklist(CARRIES, 'errors:budgetCarry'),
  carry_cap: v.nullable(amount),
  from: v.pipe(date, v.description('The first day of its first period.')),
  is_active: flag,
  amounts: v.pipe(
    v.array(v.object({ from: date, amount: plannedAmount }), INVALID),
    v.minLength(1, INVALID),
    v.maxLength(BUDGET_AMOUNTS_MAX, 'import:errorMany'),
    v.check(
      (amounts) => amounts.every(({ from }, index) => index === 0 || from > (amounts[index - 1]?.from ?? '')),
      'errors:dateInvalid',
    ),
    v.description(
      `Each from a day on until the next one, earliest first. All budgets together have at most ${BUDGET_AMOUNTS_MAX}.`,
    ),
  ),
  ...versions,
});

export const goalEntry = v.object({
  id,
  name: filled(100, 'errors:goalName', 'errors:valueMax'),
  amount: plannedAmount,
  due_date: v.nullable(localDate),
  account_id: v.pipe(v.nullable(id), v.description('The account may be gone.')),
  saved: amount,
  monthly: v.nullable(amount),
  aside_next: v.pipe(
    v.optional(v.nullable(localDate), null),
    v.description('When the monthly amount is set aside next.'),
  ),
  reached_on: v.nullable(localDate),
  ...versions,
});

const kindFlags = Object.fromEntries(REMINDER_KINDS.map((kind) => [kind, v.optional(flag, false)])) as Record<
  ReminderKind,
  v.OptionalSchema<typeof flag, false>
>;

export const remindersEntry = v.pipe(
  v.object({
    ...kindFlags,
    low_balance_line: v.nullable(signedAmount),
    by_mail: v.optional(v.boolean('errors:flagInvalid'), true),
    quiet_from: v.nullable(time),
    quiet_to: v.nullable(time),
    updated_at: v.optional(instant),
  }),
  v.check((all) => !all.low_balance || all.low_balance_line !== null, 'errors:lowBalanceLine'),
  v.check(({ quiet_from, quiet_to }) => (quiet_from === null) === (quiet_to === null), 'errors:quietBoth'),
);

export const sentReminderEntry = v.object({
  kind: v.picklist(REMINDER_KINDS, INVALID),
  subject: text(300),
  sent_at: instant,
});

export const notDuplicatesEntry = v.object({
  transaction_ids: v.tuple([id, id], INVALID),
  pattern: v.pipe(
    v.optional(text(2000)),
    v.description('By which pairs like them are known. Without it, as in older files, the pair is ignored.'),
  ),
  created_at: instant,
});

export const deletedPaymentEntry = v.object({
  id,
  account_id: ofAccount,
  category_id: v.nullable(id),
  date,
  charge_date: v.nullable(date),
  type: typeSchema,
  description: text(DESCRIPTION_MAX, 'errors:descriptionMax'),
  amount,
  account_amount: accountAmount,
  installment_n: whole(1, 999, INVALID),
  installment_total: whole(1, 999, INVALID),
  installment_price: otherAmount,
  shown_date: v.pipe(
    v.nullable(date),
    v.description('As the file showed it, like the next four; null where that is not known.'),
  ),
  shown_charge: v.nullable(date),
  shown_text: v.nullable(text(DESCRIPTION_MAX, 'errors:descriptionMax')),
  shown_amount: otherAmount,
  shown_account: v.nullable(id),
  deleted_at: instant,
  is_ended: v.pipe(flag, v.description('Whether no more payments of its purchase are expected.')),
});

export const notTransfersEntry = v.object({ expense_id: id, income_id: id, created_at: instant });

const columnNumber = v.optional(whole(0, 10_000, INVALID));

export const bankMappingEntry = v.object({
  shape: v.pipe(text(1000), v.description('Of the header of a table.')),
  columns: v.object(
    Object.fromEntries(COLUMN_ROLES.map((role) => [role, columnNumber])) as Record<
      (typeof COLUMN_ROLES)[number],
      typeof columnNumber
    >,
  ),
  date_order: v.nullable(v.picklist(['dmy', 'mdy', 'ymd'], INVALID)),
  decimal_mark: v.nullable(v.picklist(['.', ','], INVALID)),
  sign: v.nullable(v.picklist(['minus_out', 'plus_out'], INVALID)),
  updated_at: instant,
});

export const bankFileAccountEntry = v.object({
  key: v.pipe(text(1000), v.description('What a file says of its account.')),
  account_id: v.pipe(id, v.description('The account may be gone.')),
  updated_at: instant,
});

export const profileEntry = v.object({
  first_name: text(100, 'errors:nameMax'),
  last_name: text(100, 'errors:nameMax'),
  phone: nullableText(40),
  bio: nullableText(1000),
  location: nullableText(200),
  website: v.nullable(
    v.pipe(
      text(300),
      v.check((url) => /^https?:\/\//i.test(url) && URL.canParse(url), 'errors:websiteInvalid'),
    ),
  ),
  birthday: v.nullable(v.pipe(v.string('errors:birthdayInvalid'), v.check(isDate, 'errors:birthdayInvalid'))),
  picture: v.nullable(
    v.object({
      type: v.literal('image/webp', INVALID),
      base64: v.pipe(
        v.string(INVALID),
        v.regex(/^[\d+/=A-Za-z]*$/, INVALID),
        v.maxLength(1_000_000, INVALID),
      ),
    }),
  ),
});

export const settingsEntry = v.object({
  language: v.picklist(LOCALES, 'errors:languageInvalid'),
  theme: v.picklist(['light', 'dark', 'system'], 'errors:themeInvalid'),
  currency: currencyCode,
  currency_chosen: flag,
  preferences: v.pipe(
    preferenceChangesSchema,
    v.check(
      ({ thousand_separator = ',', decimal_separator = '.' }) => thousand_separator !== decimal_separator,
      'errors:separatorsDiffer',
    ),
  ),
  setup_guide: v.object({
    completed: flag,
    completed_at: v.nullable(instant),
    version: nullableText(20),
    steps: whole(0, 3, INVALID),
    dismissed_at: v.nullable(instant),
    skipped_at: v.nullable(instant),
  }),
});

/** A whole file, of an account or of what a filter matches. Readers ignore additional fields. */
export const documentSchema = v.pipe(
  v.object({
    format: v.literal(DOCUMENT_FORMAT, 'import:errorFormat'),
    version: v.picklist(READ_VERSIONS, 'import:errorVersion'),
    exported_at: instant,
    currency: v.pipe(
      currencyCode,
      v.description('The currency of all amounts but those of accounts that have another.'),
    ),
    filter: v.pipe(
      v.optional(v.record(v.string(), v.unknown())),
      v.description(
        'What the transactions were chosen by, as in the address of the list; not for whole accounts.',
      ),
    ),
    profile: v.optional(profileEntry),
    settings: v.optional(settingsEntry),
    transactions: v.array(transactionEntry),
    categories: v.pipe(
      v.array(categoryEntry),
      v.description('Every category that a transaction or template of the file has; of a whole account all.'),
    ),
    accounts: v.pipe(
      v.optional(v.array(accountEntry)),
      v.description(
        'Every account with money that a transaction or template of the file has; of a whole account all. Absent in version 2.',
      ),
    ),
    recurring_templates: v.pipe(
      v.array(templateEntry),
      v.description(
        'The recurring templates of these transactions that still exist; of a whole account all.',
      ),
    ),
    rules: v.optional(v.array(ruleEntry)),
    budgets: v.pipe(
      v.optional(v.array(budgetEntry)),
      v.description('These and the following parts are only in the file of an account.'),
    ),
    goals: v.optional(v.array(goalEntry)),
    reminders: v.pipe(
      v.optional(v.object({ settings: v.nullable(remindersEntry) })),
      v.description('What its owner is reminded of; null before anything was chosen.'),
    ),
    sent_reminders: v.pipe(
      v.optional(v.array(sentReminderEntry)),
      v.description('Reminders that were sent, so that each is sent once.'),
    ),
    not_duplicates: v.pipe(
      v.optional(v.array(notDuplicatesEntry)),
      v.description('Pairs of transactions that were said to be no duplicates.'),
    ),
    not_transfers: v.pipe(
      v.optional(v.array(notTransfersEntry)),
      v.description('An expense and an income that were said to be no transfer.'),
    ),
    deleted_payments: v.pipe(
      v.optional(v.array(deletedPaymentEntry)),
      v.description(
        'Payments of purchases by card that were deleted alone, after which others are expected.',
      ),
    ),
    bank_mappings: v.pipe(
      v.optional(v.array(bankMappingEntry)),
      v.description('What the columns of files of banks mean, as their owner has said.'),
    ),
    bank_file_accounts: v.pipe(
      v.optional(v.array(bankFileAccountEntry)),
      v.description('Which accounts those of files of banks are, as their owner has said.'),
    ),
  }),
  v.title('An export of Pruta'),
);

/** What a file says, without what it need not say. */
export type Written<Entry extends v.GenericSchema> = v.InferInput<Entry>;

/** With the type of its row: of the side of a transfer, that of its category. */
export type TransactionEntry = Omit<v.InferOutput<typeof transactionEntry>, 'type'> & {
  type: TransactionType;
};
export type CategoryEntry = v.InferOutput<typeof categoryEntry>;
export type AccountEntry = v.InferOutput<typeof accountEntry>;
export type TemplateEntry = v.InferOutput<typeof templateEntry>;
export type RuleEntry = v.InferOutput<typeof ruleEntry>;
export type BudgetEntry = v.InferOutput<typeof budgetEntry>;
export type GoalEntry = v.InferOutput<typeof goalEntry>;
export type RemindersEntry = v.InferOutput<typeof remindersEntry>;
export type SentReminderEntry = v.InferOutput<typeof sentReminderEntry>;
export type BankRowEntry = v.InferOutput<typeof bankRowEntry>;
export type ChangedSinceCheckEntry = v.InferOutput<typeof changedSinceCheckEntry>;
export type DeletedPaymentEntry = v.InferOutput<typeof deletedPaymentEntry>;
export type NotTransfersEntry = v.InferOutput<typeof notTransfersEntry>;
export type BankMappingEntry = v.InferOutput<typeof bankMappingEntry>;
export type BankFileAccountEntry = v.InferOutput<typeof bankFileAccountEntry>;
export type NotDuplicatesEntry = v.InferOutput<typeof notDuplicatesEntry>;
export type ProfileEntry = v.InferOutput<typeof profileEntry>;
export type SettingsEntry = v.InferOutput<typeof settingsEntry>;
