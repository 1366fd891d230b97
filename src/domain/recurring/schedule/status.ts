import type { TemplateRow } from '../../../db/tables.ts';
import { localNow, plusDays } from '../../calendar.ts';
import type { Template } from '../templates/phases.ts';
import { countBefore, nextOccurrence, occurrencesFrom } from './occurrence-dates.ts';

export const TEMPLATE_STATUSES = ['active', 'paused', 'ended'] as const;

export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

/** `ended` if no date after today remains, even if paused. */
export function statusOf(template: Template, now: Date): TemplateStatus {
  if (nextOccurrence(template, plusDays(localToday(template, now), 1)) === null) return 'ended';
  return template.is_active === 1 ? 'active' : 'paused';
}

/** The first dates after today that are not skipped; none for a paused template. */
export function nextDates(template: Template, skipped: string[], now: Date, limit: number): string[] {
  return template.is_active === 1 ? datesAfterToday(template, skipped, now, limit) : [];
}

/** As `nextDates`, but also for a paused template. */
export function datesAfterToday(template: Template, skipped: string[], now: Date, limit: number): string[] {
  const isSkipped = new Set(skipped);
  const dates: string[] = [];
  for (const date of occurrencesFrom(template, plusDays(localToday(template, now), 1))) {
    if (!isSkipped.has(date)) dates.push(date);
    if (dates.length === limit) break;
  }
  return dates;
}

/** Whether a template has a date up to today. */
export function hasBegun(template: Template, today: string): boolean {
  return countBefore(template, plusDays(today, 1)) > 0;
}

/** Today in the time zone of the template, which separates past from upcoming. */
export function localToday({ timezone }: Pick<TemplateRow, 'timezone'>, now: Date): string {
  return localNow(now, timezone).date;
}
