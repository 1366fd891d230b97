import type { TemplateRow } from '../../../db/tables.ts';
import { localNow, plusDays } from '../../calendar.ts';
import type { Template } from '../templates/phases.ts';
import { nextOccurrence, occurrencesFrom } from './occurrence-dates.ts';

export const TEMPLATE_STATUSES = ['active', 'paused', 'ended'] as const;

export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

/** `ended` without a date after today, whether paused or not; otherwise `active` or `paused`. */
export function statusOf(template: Template, now: Date): TemplateStatus {
  if (nextOccurrence(template, plusDays(localToday(template, now), 1)) === null) return 'ended';
  return template.is_active === 1 ? 'active' : 'paused';
}

/** The first dates of a template after today, without the skipped ones; none for a paused template. */
export function nextDates(template: Template, skipped: string[], now: Date, limit: number): string[] {
  return template.is_active === 1 ? datesAfterToday(template, skipped, now, limit) : [];
}

/** The same dates as if the template were not paused. */
export function datesAfterToday(template: Template, skipped: string[], now: Date, limit: number): string[] {
  const isSkipped = new Set(skipped);
  const dates: string[] = [];
  for (const date of occurrencesFrom(template, plusDays(localToday(template, now), 1))) {
    if (!isSkipped.has(date)) dates.push(date);
    if (dates.length === limit) break;
  }
  return dates;
}

/** Today in the time zone of the template, which decides what is past and what is upcoming. */
export function localToday({ timezone }: Pick<TemplateRow, 'timezone'>, now: Date): string {
  return localNow(now, timezone).date;
}
