import type {
  AccountRow,
  BankMappingRow,
  CategoryRow,
  DeletedPaymentRow,
  GoalRow,
  NotDuplicatesRow,
  ReminderSettingsRow,
  RuleRow,
  TransactionRow,
} from '../../db/tables.ts';
import { LOCALES } from '../../i18n/locales.ts';
import type { BankRow } from '../bank-files/file-memory.ts';
import type { FileBudget } from '../budgets/account-file.ts';
import { momentOf } from '../calendar.ts';
import { nameKey, storedKey } from '../categories/words.ts';
import type {
  AccountEntry,
  BankMappingEntry,
  BankRowEntry,
  BudgetEntry,
  CategoryEntry,
  ChangedSinceCheckEntry,
  DeletedPaymentEntry,
  GoalEntry,
  NotDuplicatesEntry,
  RemindersEntry,
  RuleEntry,
  TemplateEntry,
  TransactionEntry,
} from '../export/document.schema.ts';
import { fromDecimal } from '../money.ts';
import type { KnownToChecks } from '../money-accounts/checks/account-file.ts';
import { FIRST_ACCOUNT } from '../money-accounts/first-account.ts';
import { accountName } from '../money-accounts/name.ts';
import type { Template } from '../recurring/templates/phases.ts';
import { REMINDER_KINDS } from '../reminders/kinds.ts';
import { NEVER } from '../reminders/settings.ts';
import { textColumns } from '../transactions/fields.ts';

export type Ownerless<Row> = Omit<Row, 'user_id'>;

/** A transaction of a file. */
export type FileTransaction = Ownerless<TransactionRow> & {
  /** How banks wrote it. */
  bankRows?: BankRow[];
  /** What checks against the bank know of it. */
  checks?: KnownToChecks;
};

export function categoryRow(entry: CategoryEntry): Ownerless<CategoryRow> {
  return {
    ...entry,
    name_key: keyOf(entry),
    is_archived: Number(entry.is_archived),
    is_hidden: Number(entry.is_hidden),
  };
}

export function accountRow(entry: AccountEntry): Ownerless<AccountRow> {
  // The one that everybody has is written by the name that it has in a language.
  const isUnnamed =
    entry.id === FIRST_ACCOUNT && LOCALES.some((locale) => accountName({ name: '' }, locale) === entry.name);
  const name = isUnnamed ? '' : entry.name;
  return {
    ...entry,
    name,
    name_key: nameKey(name),
    is_archived: Number(entry.is_archived),
    in_balance: Number(entry.in_balance),
    checked_balance: entry.checked_balance === null ? null : fromDecimal(entry.checked_balance),
  };
}

/** Categories of a type must differ in this key. */
export function keyOf({ default_key, name }: Pick<CategoryEntry, 'default_key' | 'name'>): string {
  return default_key === null ? storedKey(name) : `default:${default_key}`;
}

export function transactionRow({
  category_name: _name,
  from_account_id: _from,
  to_account_id: _to,
  amount_to: _arrived,
  bank_rows,
  is_unchecked: isOpen = false,
  changed_since_checks: changed = [],
  ...entry
}: TransactionEntry): FileTransaction {
  const { date, time, timezone, payments_end, is_detached } = entry;
  return {
    ...entry,
    ...amountsOf(entry),
    original_amount: otherMinor(entry.original_amount),
    installment_price: otherMinor(entry.installment_price),
    ...momentOf(date, time, timezone),
    payments_end: payments_end === null ? null : Number(payments_end),
    is_detached: is_detached === null ? null : Number(is_detached),
    ...textColumns({ ...entry, amount: 0 }),
    ...(bank_rows && { bankRows: bank_rows.map(bankRow) }),
    ...((isOpen || changed.length > 0) && { checks: { isOpen, changed: changed.map(changedSinceCheck) } }),
  };
}

const bankRow = ({ amount, is_pending, ...entry }: BankRowEntry): BankRow => ({
  ...entry,
  amount: fromDecimal(amount),
  is_pending: Number(is_pending),
});

const changedSinceCheck = ({ amount, ...entry }: ChangedSinceCheckEntry) => ({
  ...entry,
  amount: otherMinor(amount),
});

export const bankMappingRow = ({
  shape,
  updated_at,
  columns,
  date_order: dateOrder,
  decimal_mark: decimalMark,
  sign,
}: BankMappingEntry): Ownerless<BankMappingRow> => ({
  shape,
  mapping: JSON.stringify({ columns, dateOrder, decimalMark, sign }),
  updated_at,
});

/** @param earliest the local calendar date from which it generates */
export function templateRow(
  { skipped_dates: _skipped, phases = [], ...entry }: TemplateEntry,
  earliest: string,
): Ownerless<Template> {
  const { generated_until } = entry;
  return {
    ...entry,
    ...templateAmounts(entry),
    // As for a new template; an earlier start would generate for very long.
    generated_until: generated_until < earliest ? earliest : generated_until,
    is_active: Number(entry.is_active),
    due_at: null,
    earlier: phases.map((phase) => ({ ...phase, ...templateAmounts(phase) })),
  };
}

/** Entries of older files have no versions: they are of the export, `at`. */
type Versioned = Pick<RuleEntry, 'created_at' | 'updated_at'>;

const versionsOf = ({ created_at, updated_at }: Versioned, at: string) => ({
  created_at: created_at ?? at,
  updated_at: updated_at ?? created_at ?? at,
});

export function ruleRow(entry: RuleEntry, at: string): Ownerless<RuleRow> {
  const { id, position, is_active, actions, applied_count } = entry;
  const conditions = entry.conditions.map((condition) => {
    if (condition.field !== 'amount') return condition;
    if (condition.operator === 'is') return { ...condition, value: fromDecimal(condition.value) };
    return { ...condition, value: condition.value.map(otherMinor) };
  });
  return {
    id,
    position,
    is_active: Number(is_active),
    conditions: JSON.stringify(conditions),
    actions: JSON.stringify(actions),
    applied_count,
    ...versionsOf(entry, at),
  };
}

export function budgetRow(
  { from: starts_on, category_ids, carry_cap, is_active, amounts, ...entry }: BudgetEntry,
  at: string,
): Ownerless<FileBudget> {
  return {
    ...entry,
    starts_on,
    category_ids: JSON.stringify(category_ids),
    carry_cap: otherMinor(carry_cap),
    is_active: Number(is_active),
    amounts: amounts.map(({ from, amount }) => ({ starts_on: from, amount: fromDecimal(amount) })),
    ...versionsOf(entry, at),
  };
}

export function goalRow(entry: GoalEntry, at: string): Ownerless<GoalRow> {
  const { amount, saved, monthly } = entry;
  return {
    ...entry,
    amount: fromDecimal(amount),
    saved: fromDecimal(saved),
    monthly: otherMinor(monthly),
    ...versionsOf(entry, at),
  };
}

export function remindersRow(entry: RemindersEntry, at: string): Ownerless<ReminderSettingsRow> {
  const { low_balance_line, quiet_from, quiet_to, updated_at = at } = entry;
  const kinds = REMINDER_KINDS.filter((kind) => entry[kind]);
  return {
    kinds: JSON.stringify(kinds),
    low_balance: low_balance_line === null ? null : fromDecimal(low_balance_line),
    by_mail: Number(entry.by_mail),
    quiet_from,
    quiet_to,
    looked_at: '',
    next_look_at: kinds.length > 0 ? updated_at : NEVER,
    updated_at,
  };
}

export function deletedPaymentRow({ is_ended, ...entry }: DeletedPaymentEntry): Ownerless<DeletedPaymentRow> {
  return {
    ...entry,
    ...amountsOf(entry),
    installment_price: otherMinor(entry.installment_price),
    shown_amount: otherMinor(entry.shown_amount),
    ended_by: is_ended ? '' : null,
  };
}

/** None for a pair of an older file, which does not say what it is like. */
export function notDuplicatesRow(entry: NotDuplicatesEntry): Ownerless<NotDuplicatesRow>[] {
  const [one_id, other_id] = entry.transaction_ids;
  const { pattern, created_at } = entry;
  return pattern === undefined ? [] : [{ one_id, other_id, pattern, created_at }];
}

function amountsOf({ amount, account_amount }: Pick<TransactionEntry, 'amount' | 'account_amount'>) {
  return { amount: fromDecimal(amount), account_amount: otherMinor(account_amount) };
}

function templateAmounts(entry: Pick<TemplateEntry, 'amount' | 'account_amount' | 'amount_to'>) {
  return { ...amountsOf(entry), amount_to: otherMinor(entry.amount_to) };
}

function otherMinor(amount: TransactionEntry['account_amount']): number | null {
  return amount === null ? null : fromDecimal(amount);
}

// The schema lets at most two decimals pass.
