import type { TemplateRow, TransactionRow } from '../../../db/tables.ts';
import { momentOf } from '../../calendar.ts';
import { newId } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { EMPTY_FIELDS, textColumns } from '../../transactions/fields.ts';
import { nextVersion } from '../../version.ts';
import { findOccurrences } from '../occurrences/occurrences.queries.ts';
import { occurrencesBetween } from '../schedule/occurrence-dates.ts';

/** The transaction of a template for a date. */
export function newOccurrence(template: TemplateRow, date: string, now: Date): TransactionRow {
  return {
    ...EMPTY_FIELDS,
    user_id: template.user_id,
    id: newId(now),
    date,
    template_id: template.id,
    occurrence_date: date,
    is_detached: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    ...occurrenceContent(template, date),
  };
}

/**
 * Updates the occurrences of a template to its current values, except those that were edited individually.
 * @param from the first occurrence date; all of them without it
 * @returns the number of changed occurrences
 */
export async function rewriteOccurrences(
  ledger: Ledger,
  template: TemplateRow,
  now: Date,
  from?: string,
): Promise<number> {
  const changed = (await findUnedited(ledger, template, from)).flatMap((row) => {
    const content = occurrenceContent(template, row.date);
    return isSame(row, content) ? [] : [{ ...row, ...content, updated_at: nextVersion(row, now) }];
  });
  await ledger.update(changed);
  return changed.length;
}

/** Deletes the occurrences that are no longer in the schedule of a template, except edited ones. */
export async function pruneOccurrences(
  ledger: Ledger,
  template: TemplateRow,
  from?: string,
): Promise<number> {
  const rows = await findUnedited(ledger, template, from);
  const last = rows.at(-1);
  if (!last) return 0;
  const dates = new Set(occurrencesBetween(template, from ?? template.start_date, last.date));
  const obsolete = rows.filter(({ date }) => !dates.has(date));
  return (await ledger.delete(obsolete.map(({ id }) => id))).length;
}

function findUnedited(ledger: Ledger, template: TemplateRow, from?: string): Promise<TransactionRow[]> {
  const range = { templateId: template.id, unedited: true, ...(from !== undefined && { from }) };
  return findOccurrences(ledger.tx, template.user_id, range);
}

function isSame(row: TransactionRow, content: Partial<TransactionRow>): boolean {
  return Object.entries(content).every(([field, value]) => row[field as keyof TransactionRow] === value);
}

type Content = Pick<
  TransactionRow,
  | 'type'
  | 'amount'
  | 'description'
  | 'category_id'
  | 'time'
  | 'timezone'
  | 'transaction_datetime'
  | 'notes'
  | 'search_text'
  | 'order_key'
>;

/** The columns that an occurrence takes from its template. */
function occurrenceContent(template: TemplateRow, date: string): Content {
  const { type, amount, description, category_id, timezone, notes } = template;
  return {
    type,
    amount,
    description,
    category_id,
    ...momentOf(date, template.preferred_time, timezone),
    timezone,
    notes,
    ...textColumns({ description, notes }),
  };
}
