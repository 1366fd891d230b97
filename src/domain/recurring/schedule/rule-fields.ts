import { dayNumber, weekdayOf } from './days.ts';
import type { RecurrenceRule } from './occurrence-dates.ts';

type Optional<Value> = { [Field in keyof Value]?: Value[Field] | null | undefined };

type EnteredRule = Optional<Omit<RecurrenceRule, 'start_date'>>;

/** The schedule of a template without one (docs/behaviour.md#transactions). */
export const SCHEDULE_DEFAULTS = { interval_type: 'monthly', interval: 1 } as const;

export function ruleFrom(start: string, entered: EnteredRule): RecurrenceRule {
  return {
    interval_type: entered.interval_type ?? SCHEDULE_DEFAULTS.interval_type,
    interval: entered.interval ?? SCHEDULE_DEFAULTS.interval,
    ...dayFields(start, entered),
    start_date: start,
    ...endFields(entered),
  };
}

export function dayFields(
  start: string,
  { interval_type, day_of_month, day_of_week }: EnteredRule,
): Pick<RecurrenceRule, 'day_of_month' | 'day_of_week'> {
  const startDay = Number(start.slice(8));
  return {
    // A yearly template always recurs on the day of its first date.
    day_of_month: interval_type === 'yearly' ? startDay : (day_of_month ?? startDay),
    day_of_week: day_of_week ?? weekdayOf(dayNumber(start)),
  };
}

type End = Pick<RecurrenceRule, 'end_type' | 'end_date' | 'max_occurrences'>;

/** An `end_date` without `end_type` ends the template; `max_occurrences` needs `end_type`. */
export function endFields(entered: Pick<EnteredRule, keyof End>): End {
  const implied = entered.end_date ? 'date' : 'never';
  const end_type = entered.end_type ?? implied;
  return {
    end_type,
    end_date: end_type === 'date' ? (entered.end_date ?? null) : null,
    max_occurrences: end_type === 'occurrences' ? (entered.max_occurrences ?? null) : null,
  };
}
