import type { TemplateRow } from '../../db/tables.ts';
import { instantOf, localNow, plusDays } from '../calendar.ts';
import { nextOccurrence, occurrencesBetween, occurrencesFrom } from './calendar/occurrences.ts';
import { DAYS_MADE_AHEAD } from './schema.ts';

/** Today where the template lives: its own time zone decides what is past and what is to come. */
export function todayOf({ timezone }: Pick<TemplateRow, 'timezone'>, now: Date): string {
  return localNow(now, timezone).date;
}

/** The dates that a template still has to make, at most `most`, and the day up to which it is done with them. */
export function pending(template: TemplateRow, now: Date, most: number): { dates: string[]; until: string } {
  const { generated_until } = template;
  const horizon = plusDays(todayOf(template, now), DAYS_MADE_AHEAD);
  if (template.is_active === 0 || generated_until >= horizon) return { dates: [], until: generated_until };
  const dates = occurrencesBetween(template, plusDays(generated_until, 1), horizon, most);
  return { dates, until: dates.length === most ? (dates.at(-1) ?? generated_until) : horizon };
}

/** The template once it is done up to a day: due again when its next occurrence comes within reach. */
export function doneUntil(template: TemplateRow, until: string): TemplateRow {
  const next = template.is_active === 1 ? nextOccurrence(template, plusDays(until, 1)) : null;
  return {
    ...template,
    generated_until: until,
    due_at: next && instantOf(plusDays(next, -DAYS_MADE_AHEAD), '00:00', template.timezone),
  };
}

/** The first date after today that a template does not leave out; null when it is stopped or over. */
export function nextDate(template: TemplateRow, skipped: string[], now: Date): string | null {
  if (template.is_active === 0) return null;
  const left = new Set(skipped);
  for (const date of occurrencesFrom(template, plusDays(todayOf(template, now), 1)))
    if (!left.has(date)) return date;
  return null;
}
