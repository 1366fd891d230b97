import type { CategoryRow, TransactionRow } from '../../db/tables.ts';
import { momentOf } from '../calendar.ts';
import { storedKey } from '../categories/words.ts';
import type { CategoryEntry, TemplateEntry, TransactionEntry } from '../export/document.schema.ts';
import { parseAmount } from '../money.ts';
import type { Template } from '../recurring/templates/phases.ts';
import { OWN_CURRENCY, PAID_AT_ONCE, textColumns } from '../transactions/fields.ts';

export type Ownerless<Row> = Omit<Row, 'user_id'>;

export function categoryRow(entry: CategoryEntry): Ownerless<CategoryRow> {
  return {
    ...entry,
    name_key: keyOf(entry),
    is_archived: Number(entry.is_archived),
    is_hidden: Number(entry.is_hidden),
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
  const { date, time, timezone, amount, is_detached } = entry;
  return {
    ...OWN_CURRENCY,
    ...PAID_AT_ONCE,
    ...entry,
    amount: minorOf(amount),
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
    account_amount: null,
    ...entry,
    // As for a new template; an earlier start would generate for very long.
    generated_until: generated_until < earliest ? earliest : generated_until,
    amount: minorOf(entry.amount),
    is_active: Number(entry.is_active),
    due_at: null,
    earlier: phases.map((phase) => ({ account_amount: null, ...phase, amount: minorOf(phase.amount) })),
  };
}

function minorOf(amount: TransactionEntry['amount']): number {
  const read = parseAmount(amount);
  if ('error' in read) throw new Error(`The schema lets ${amount} pass.`);
  return read.minor;
}
