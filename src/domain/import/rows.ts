import type { AccountRow, CategoryRow, TransactionRow } from '../../db/tables.ts';
import { momentOf } from '../calendar.ts';
import { nameKey, storedKey } from '../categories/words.ts';
import type {
  AccountEntry,
  CategoryEntry,
  TemplateEntry,
  TransactionEntry,
} from '../export/document.schema.ts';
import type { Template } from '../recurring/templates/phases.ts';
import { textColumns } from '../transactions/fields.ts';

export type Ownerless<Row> = Omit<Row, 'user_id'>;

export function categoryRow(entry: CategoryEntry): Ownerless<CategoryRow> {
  return {
    ...entry,
    name_key: keyOf(entry),
    is_archived: Number(entry.is_archived),
    is_hidden: Number(entry.is_hidden),
  };
}

export function accountRow(entry: AccountEntry): Ownerless<AccountRow> {
  return {
    ...entry,
    name_key: nameKey(entry.name),
    is_archived: Number(entry.is_archived),
    in_balance: Number(entry.in_balance),
    checked_balance: entry.checked_balance === null ? null : minorOf(entry.checked_balance),
  };
}

/** Categories of a type must differ in this key. */
export function keyOf({ default_key, name }: Pick<CategoryEntry, 'default_key' | 'name'>): string {
  return default_key === null ? storedKey(name) : `default:${default_key}`;
}

export function transactionRow({
  category_name: _name,
  ...entry
}: TransactionEntry): Ownerless<TransactionRow> {
  const { date, time, timezone, is_detached } = entry;
  return {
    ...entry,
    ...amountsOf(entry),
    original_amount: otherMinor(entry.original_amount),
    installment_price: otherMinor(entry.installment_price),
    ...momentOf(date, time, timezone),
    is_detached: is_detached === null ? null : Number(is_detached),
    ...textColumns({ ...entry, amount: 0 }),
  };
}

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

function amountsOf({ amount, account_amount }: Pick<TransactionEntry, 'amount' | 'account_amount'>) {
  return { amount: minorOf(amount), account_amount: otherMinor(account_amount) };
}

function templateAmounts(entry: Pick<TemplateEntry, 'amount' | 'account_amount' | 'amount_to'>) {
  return { ...amountsOf(entry), amount_to: otherMinor(entry.amount_to) };
}

function otherMinor(amount: TransactionEntry['account_amount']): number | null {
  return amount === null ? null : minorOf(amount);
}

// The schema lets at most two decimals pass.
const minorOf = (amount: number | string) => Math.round(Number(amount) * 100);
