import type { TemplateRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import type { SignedIn } from '../../context.ts';
import { requireDecimals } from '../../decimals.ts';
import { invalid } from '../../error.ts';
import { isTooFarBack } from '../../transactions/schema.ts';
import { nextVersion } from '../../version.ts';
import { dayFields, endFields } from '../schedule/rule-fields.ts';
import { localToday } from '../schedule/status.ts';
import { requireConsistent, resolveCategory } from './create-template.ts';
import type { TemplateChanges } from './template.schema.ts';

/**
 * The template with the changes merged in. Missing fields stay as they are, except that the days follow a new first
 * date. `is_active` is left to pause and resume.
 * @throws DomainError VALIDATION_ERROR for fields that contradict each other, NOT_FOUND for an unknown category
 */
export async function mergeChanges(
  tx: Tx,
  { viewer, now }: SignedIn,
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
    ...mergedDays(before, changes),
    start_date,
    ...mergedEnd(before, changes),
    timezone: changes.timezone ?? before.timezone,
    preferred_time: changes.preferred_time ?? before.preferred_time,
    updated_at: nextVersion(before, now),
  };
  if (row.amount !== before.amount) requireDecimals(viewer, row.amount);
  if (start_date !== before.start_date && isTooFarBack(start_date, localToday(row, now)))
    throw invalid({ field: 'start_date', message: 'errors:datePast' });
  // The part before a split may end on its first day, which no request asks for.
  if (start_date !== before.start_date || hasDifferentEnd(before, row)) requireConsistent(row);
  return { ...row, category_id: await resolveCategory(tx, row, changes) };
}

function mergedDays(before: TemplateRow, changes: TemplateChanges) {
  const interval_type = changes.interval_type ?? before.interval_type;
  const isMoved = changes.start_date !== undefined && changes.start_date !== before.start_date;
  if (isMoved) return dayFields(changes.start_date ?? '', { ...changes, interval_type });
  const becomesYearly = interval_type === 'yearly' && before.interval_type !== 'yearly';
  const startDay = Number(before.start_date.slice(8));
  return {
    // A yearly template keeps the day of its first date, which may be 29 February.
    day_of_month: becomesYearly
      ? startDay
      : interval_type === 'yearly'
        ? before.day_of_month
        : (changes.day_of_month ?? before.day_of_month),
    day_of_week: changes.day_of_week ?? before.day_of_week,
  };
}

function mergedEnd(before: TemplateRow, changes: TemplateChanges) {
  const { end_type, end_date, max_occurrences } = changes;
  const isCleared =
    (before.end_type === 'date' && end_date === null) ||
    (before.end_type === 'occurrences' && max_occurrences === null);
  const implied = end_date ? 'date' : max_occurrences ? 'occurrences' : isCleared ? 'never' : before.end_type;
  return endFields({
    end_type: end_type ?? implied,
    end_date: end_date === undefined ? before.end_date : end_date,
    max_occurrences: max_occurrences === undefined ? before.max_occurrences : max_occurrences,
  });
}

/** Whether two versions differ in anything that people change. */
export function isDifferent(one: TemplateRow, other: TemplateRow): boolean {
  return (
    one.name !== other.name ||
    hasDifferentContent(one, other) ||
    hasDifferentSchedule(one, other) ||
    hasDifferentEnd(one, other)
  );
}

/** Whether the transactions of two versions have different values. */
export function hasDifferentContent(one: TemplateRow, other: TemplateRow): boolean {
  return differ(one, other, CONTENT);
}

/** Whether two versions recur on different days, apart from their end. */
export function hasDifferentSchedule(one: TemplateRow, other: TemplateRow): boolean {
  const daysOfInterval = {
    daily: [],
    weekly: ['day_of_week'],
    monthly: ['day_of_month'],
    yearly: ['day_of_month'],
  } as const;
  return differ(one, other, [
    'interval_type',
    'interval',
    'start_date',
    ...daysOfInterval[other.interval_type],
  ]);
}

/** Whether two versions end differently. */
export function hasDifferentEnd(one: TemplateRow, other: TemplateRow): boolean {
  return differ(one, other, END);
}

const CONTENT = [
  'description',
  'notes',
  'amount',
  'type',
  'category_id',
  'timezone',
  'preferred_time',
] as const satisfies (keyof TemplateRow)[];

const END = ['end_type', 'end_date', 'max_occurrences'] as const satisfies (keyof TemplateRow)[];

const differ = (one: TemplateRow, other: TemplateRow, fields: readonly (keyof TemplateRow)[]) =>
  fields.some((field) => one[field] !== other[field]);
