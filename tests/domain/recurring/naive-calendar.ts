import fc from 'fast-check';
import { plusDays } from '../../../src/domain/calendar.ts';
import type { RecurrenceRule } from '../../../src/domain/recurring/schedule/occurrence-dates.ts';

/** Checks every day instead of calculating with months. Slow and simple. */
export function naiveOccurrences(rule: RecurrenceRule, to: string): string[] {
  const dates: string[] = [];
  let fitting = 0;
  for (let date = rule.start_date; date <= to; date = plusDays(date, 1)) {
    if (rule.end_type === 'date' && rule.end_date !== null && date > rule.end_date) break;
    if (rule.end_type === 'occurrences' && dates.length === rule.max_occurrences) break;
    if (!fits(rule, date)) continue;
    if (fitting % rule.interval === 0) dates.push(date);
    fitting += 1;
  }
  return dates;
}

function fits(rule: RecurrenceRule, date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const isLast = plusDays(date, 1).slice(8) === '01';
  const isDay = day === rule.day_of_month || (isLast && day < rule.day_of_month);
  if (rule.interval_type === 'daily') return true;
  if (rule.interval_type === 'weekly')
    return new Date(Date.UTC(year, month - 1, day)).getUTCDay() === rule.day_of_week;
  if (rule.interval_type === 'monthly') return isDay;
  return month === Number(rule.start_date.slice(5, 7)) && isDay;
}

const dates = (from: string, days: number) => fc.nat(days).map((day) => plusDays(from, day));

/** Monthly ones often fall on the ends of months. */
export const anyRule: fc.Arbitrary<RecurrenceRule> = fc
  .record({
    interval_type: fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
    interval: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 365 })),
    day_of_month: fc.oneof(fc.integer({ min: 28, max: 31 }), fc.integer({ min: 1, max: 31 })),
    day_of_week: fc.nat(6),
    start_date: fc.oneof(dates('2024-01-01', 800), fc.constantFrom('2024-02-29', '2026-01-31', '1999-12-31')),
    end_type: fc.constantFrom('never', 'date', 'occurrences'),
    end_date: dates('2024-01-01', 2000),
    max_occurrences: fc.integer({ min: 1, max: 40 }),
  })
  .map((rule) => rule as RecurrenceRule);
