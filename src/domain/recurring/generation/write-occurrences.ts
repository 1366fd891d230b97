import type { TransactionRow } from '../../../db/tables.ts';
import { momentOf } from '../../calendar.ts';
import { newId } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { EMPTY_FIELDS, OWN_CURRENCY, PAID_AT_ONCE, textColumns } from '../../transactions/fields.ts';
import { nextVersion } from '../../version.ts';
import { findOccurrences } from '../occurrences/occurrences.queries.ts';
import { occurrencesBetween } from '../schedule/occurrence-dates.ts';
import { type ContentChange, startOf, type Template, valuesOn, withContent } from '../templates/phases.ts';

export function newOccurrence(template: Template, date: string, now: Date): TransactionRow {
  const { preferred_time, ...content } = valuesOn(template, date);
  const { type, amount, account_amount, description, category_id, account_id, timezone, notes } = content;
  return {
    ...EMPTY_FIELDS,
    ...OWN_CURRENCY,
    ...PAID_AT_ONCE,
    user_id: template.user_id,
    id: newId(now),
    date,
    template_id: template.id,
    occurrence_date: date,
    is_detached: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    type,
    amount,
    account_amount,
    description,
    category_id,
    account_id,
    ...momentOf(date, preferred_time, timezone),
    timezone,
    notes,
    ...textColumns({ description, notes }),
  };
}

export async function rewriteOccurrences(
  ledger: Ledger,
  template: Template,
  change: ContentChange,
  { now, from }: { now: Date; from?: string | undefined },
): Promise<number> {
  const changed = (await findUnedited(ledger, template, from)).flatMap((row) => {
    const after = rewritten(row, template, change);
    return isSame(row, after) ? [] : [{ ...after, updated_at: nextVersion(row, now) }];
  });
  await ledger.update(changed);
  return changed.length;
}

export async function pruneOccurrences(ledger: Ledger, template: Template, from?: string): Promise<number> {
  const rows = await findUnedited(ledger, template, from);
  const last = rows.at(-1);
  if (!last) return 0;
  const dates = new Set(occurrencesBetween(template, from ?? startOf(template), last.date));
  const obsolete = rows.filter(({ date }) => !dates.has(date));
  return (await ledger.delete(obsolete.map(({ id }) => id))).length;
}

function findUnedited(ledger: Ledger, template: Template, from?: string): Promise<TransactionRow[]> {
  const range = { templateId: template.id, unedited: true, ...(from !== undefined && { from }) };
  return findOccurrences(ledger.tx, template.user_id, range);
}

function isSame(row: TransactionRow, after: TransactionRow): boolean {
  return Object.entries(after).every(([field, value]) => row[field as keyof TransactionRow] === value);
}

function rewritten(row: TransactionRow, template: Template, change: ContentChange): TransactionRow {
  const before = { ...row, preferred_time: valuesOn(template, row.date).preferred_time };
  const { type, amount, account_amount, description, category_id, account_id, notes, ...when } = withContent(
    before,
    change,
  );
  const isMoved = 'preferred_time' in change.fields || 'timezone' in change.fields;
  return {
    ...row,
    type,
    amount,
    account_amount,
    description,
    category_id,
    account_id,
    notes,
    ...(isMoved && momentOf(row.date, when.preferred_time, when.timezone)),
    timezone: when.timezone,
    ...textColumns({ ...row, description, notes }),
  };
}
