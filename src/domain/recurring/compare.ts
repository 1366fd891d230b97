import type { TemplateRow } from '../../db/tables.ts';

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

/** Whether two versions make transactions that look different. */
export function sayDifferent(one: TemplateRow, other: TemplateRow): boolean {
  return differ(one, other, CONTENT);
}

/** Whether two versions fall on different days before they end. */
export function fallDifferently(one: TemplateRow, other: TemplateRow): boolean {
  const byKind = {
    daily: [],
    weekly: ['day_of_week'],
    monthly: ['day_of_month'],
    yearly: ['day_of_month'],
  } as const;
  return differ(one, other, ['interval_type', 'interval', 'start_date', ...byKind[other.interval_type]]);
}

/** Whether two versions end differently. */
export function endDifferently(one: TemplateRow, other: TemplateRow): boolean {
  return differ(one, other, END);
}
