import type { TemplateRow } from '../../db/tables.ts';
import { plusDays } from '../calendar.ts';
import { nextOccurrence } from './calendar/occurrences.ts';
import { todayOf } from './progress.ts';

export const TEMPLATE_STATUSES = ['active', 'paused', 'ended'] as const;

export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

/** Whether a template goes on, is stopped but could, or has no date after today any more. */
export function statusOf(template: TemplateRow, now: Date): TemplateStatus {
  if (nextOccurrence(template, plusDays(todayOf(template, now), 1)) === null) return 'ended';
  return template.is_active === 1 ? 'active' : 'paused';
}
