import type { TemplateRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { invalid } from '../error.ts';
import type { Tx } from '../transact.ts';
import { nextVersion } from '../transactions/version.ts';
import { categoryOf, daysOf, endOf, requireSense } from './complete.ts';
import { todayOf } from './progress.ts';
import { isTooFarBack, type TemplateChanges } from './schema.ts';

/**
 * The template as the changes would have it; what is missing stays, and the days follow a new first day unless they
 * are sent too. Whether it is active stays for whoever stops or resumes it.
 * @throws DomainError VALIDATION_ERROR for fields that do not go together, NOT_FOUND for a category that is not theirs
 */
export async function changedTemplate(
  tx: Tx,
  { now }: SignedIn,
  before: TemplateRow,
  changes: TemplateChanges,
): Promise<TemplateRow> {
  const start_date = changes.start_date ?? before.start_date;
  const row: TemplateRow = {
    ...before,
    name: changes.name ?? before.name,
    description: changes.description ?? before.description,
    notes: changes.notes === undefined ? before.notes : changes.notes,
    amount: changes.amount === undefined ? before.amount : Math.abs(changes.amount),
    type: changes.type ?? before.type,
    interval_type: changes.interval_type ?? before.interval_type,
    interval: changes.interval ?? before.interval,
    ...daysAfter(before, changes),
    start_date,
    ...endAfter(before, changes),
    timezone: changes.timezone ?? before.timezone,
    preferred_time: changes.preferred_time ?? before.preferred_time,
    updated_at: nextVersion(before, now),
  };
  if (start_date !== before.start_date && isTooFarBack(start_date, todayOf(row, now)))
    throw invalid({ field: 'start_date', message: 'errors:datePast' });
  requireSense(row);
  return { ...row, category_id: await categoryAfter(tx, row, changes) };
}

function daysAfter(before: TemplateRow, changes: TemplateChanges) {
  const interval_type = changes.interval_type ?? before.interval_type;
  const isMoved = changes.start_date !== undefined && changes.start_date !== before.start_date;
  if (isMoved) return daysOf(changes.start_date ?? '', { ...changes, interval_type });
  const becomesYearly = interval_type === 'yearly' && before.interval_type !== 'yearly';
  const ownDay = Number(before.start_date.slice(8));
  return {
    // Whatever is sent along, a year keeps the day that it began on, which may be a 29 February.
    day_of_month: becomesYearly
      ? ownDay
      : interval_type === 'yearly'
        ? before.day_of_month
        : (changes.day_of_month ?? before.day_of_month),
    day_of_week: changes.day_of_week ?? before.day_of_week,
  };
}

function endAfter(before: TemplateRow, changes: TemplateChanges) {
  const { end_type, end_date, max_occurrences } = changes;
  const isEmptied =
    (before.end_type === 'date' && end_date === null) ||
    (before.end_type === 'occurrences' && max_occurrences === null);
  const guessed = end_date ? 'date' : max_occurrences ? 'occurrences' : isEmptied ? 'never' : before.end_type;
  return endOf({
    end_type: end_type ?? guessed,
    end_date: end_date === undefined ? before.end_date : end_date,
    max_occurrences: max_occurrences === undefined ? before.max_occurrences : max_occurrences,
  });
}

async function categoryAfter(tx: Tx, row: TemplateRow, changes: TemplateChanges): Promise<string | null> {
  if (changes.categoryId === null) return null;
  if (changes.categoryId === undefined && changes.category_name === undefined) return row.category_id;
  return categoryOf(tx, row, changes);
}
