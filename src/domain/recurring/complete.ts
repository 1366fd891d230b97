import type { TemplateRow } from '../../db/tables.ts';
import { localNow, plusDays } from '../calendar.ts';
import { findNamed } from '../categories/find-named.ts';
import type { SignedIn } from '../context.ts';
import { DomainError, type FieldFault } from '../error.ts';
import { newId } from '../id.ts';
import type { Tx } from '../transact.ts';
import { requireCategory } from '../transactions/category.ts';
import { dayNumber, weekdayOf } from './calendar/days.ts';
import { DEFAULTS, type TemplateInput } from './schema.ts';

/**
 * The template that an input means, with what is missing filled in: from today, monthly, at nine, for good.
 * @throws DomainError VALIDATION_ERROR for fields that do not go together, NOT_FOUND for a category that is not theirs
 */
export async function completeTemplate(
  tx: Tx,
  { viewer, now }: SignedIn,
  input: TemplateInput,
): Promise<TemplateRow> {
  const timezone = input.timezone ?? viewer.preferences.timezone;
  const start = input.start_date ?? localNow(now, timezone).date;
  const description = input.description ?? input.name ?? '';
  const type = input.type ?? (input.amount < 0 ? 'expense' : 'income');
  const row: TemplateRow = {
    user_id: viewer.id,
    id: newId(now),
    name: input.name ?? description,
    description,
    notes: input.notes ?? null,
    amount: Math.abs(input.amount),
    type,
    category_id: null,
    interval_type: input.interval_type ?? DEFAULTS.interval_type,
    interval: input.interval ?? DEFAULTS.interval,
    ...daysOf(start, input),
    start_date: start,
    ...endOf(input),
    is_active: input.is_active === false ? 0 : 1,
    timezone,
    preferred_time: input.preferred_time ?? DEFAULTS.preferred_time,
    generated_until: plusDays(start, -1),
    due_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  requireSense(row);
  return { ...row, category_id: await categoryOf(tx, row, input) };
}

/** The day of the month and of the week, which are those of the first day unless told otherwise. */
export function daysOf(
  start: string,
  {
    interval_type,
    day_of_month,
    day_of_week,
  }: Pick<TemplateInput, 'interval_type' | 'day_of_month' | 'day_of_week'>,
): Pick<TemplateRow, 'day_of_month' | 'day_of_week'> {
  const own = Number(start.slice(8));
  return {
    // A year comes round on the day that it began on.
    day_of_month: interval_type === 'yearly' ? own : (day_of_month ?? own),
    day_of_week: day_of_week ?? weekdayOf(dayNumber(start)),
  };
}

type End = Pick<TemplateRow, 'end_type' | 'end_date' | 'max_occurrences'>;

/** How a series ends; without `end_type` what else was sent tells. */
export function endOf(sent: {
  end_type?: End['end_type'] | undefined;
  end_date?: string | null | undefined;
  max_occurrences?: number | null | undefined;
}): End {
  const guessed = sent.end_date ? 'date' : sent.max_occurrences ? 'occurrences' : 'never';
  const end_type = sent.end_type ?? guessed;
  return {
    end_type,
    end_date: end_type === 'date' ? (sent.end_date ?? null) : null,
    max_occurrences: end_type === 'occurrences' ? (sent.max_occurrences ?? null) : null,
  };
}

/** @throws DomainError VALIDATION_ERROR with a row for each field that does not go with the others */
export function requireSense(row: TemplateRow): void {
  const fields: FieldFault[] = [];
  if (row.description === '') fields.push({ field: 'description', message: 'errors:descriptionRequired' });
  if (row.end_type === 'date') {
    if (row.end_date === null) fields.push({ field: 'end_date', message: 'errors:endDateRequired' });
    else if (row.end_date <= row.start_date)
      fields.push({ field: 'end_date', message: 'errors:endDateAfterStart' });
  }
  if (row.end_type === 'occurrences' && row.max_occurrences === null)
    fields.push({ field: 'max_occurrences', message: 'errors:maxOccurrencesRequired' });
  if (fields.length > 0) throw new DomainError('VALIDATION_ERROR', 400, { fields });
}

/** The category's id; one that is only named counts when the person has it. @throws DomainError NOT_FOUND */
export async function categoryOf(
  tx: Tx,
  { user_id, type }: Pick<TemplateRow, 'user_id' | 'type'>,
  {
    categoryId,
    category_name,
  }: { categoryId?: string | null | undefined; category_name?: string | undefined },
): Promise<string | null> {
  if (categoryId) return (await requireCategory(tx, user_id, categoryId))?.id ?? null;
  if (!category_name) return null;
  return (await findNamed(tx, user_id, { name: category_name, type }))?.id ?? null;
}
