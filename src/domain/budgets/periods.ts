import type { BudgetRow } from '../../db/tables.ts';
import { daysBetween, plusDays, plusMonths, startOfWeek } from '../calendar.ts';
import { DAY, later } from '../instants.ts';

/** Two local dates, both included. */
export interface Period {
  from: string;
  to: string;
}

type Rhythm = Pick<BudgetRow, 'period' | 'start_day'>;
type Rule = Pick<BudgetRow, 'period' | 'starts_on'>;

const onDay = (month: string, day: number) => `${month}-${String(day).padStart(2, '0')}`;

/**
 * The period in which a date is. Months begin on `start_day`, years on that day of January, weeks on a weekday.
 * @param week the first day of any of the budget's weeks
 */
export function periodOf({ period, start_day }: Rhythm, date: string, week: string): Period {
  if (period === 'weekly') {
    const from = plusDays(date, -(((daysBetween(week, date) % 7) + 7) % 7));
    return { from, to: plusDays(from, 6) };
  }
  const months = period === 'monthly' ? 1 : 12;
  const inYear = onDay(period === 'monthly' ? date.slice(0, 7) : `${date.slice(0, 4)}-01`, start_day);
  const from = inYear <= date ? inYear : plusMonths(inYear, -months);
  return { from, to: plusDays(plusMonths(from, months), -1) };
}

/** The first day of the period in which a date is, for a budget that begins then. */
export function firstDay(
  rhythm: Rhythm,
  date: string,
  { week_start }: { week_start: 'sunday' | 'monday' },
): string {
  return rhythm.period === 'weekly' ? startOfWeek(date, week_start) : periodOf(rhythm, date, date).from;
}

/** Which of a budget's periods a date is in: 0 for the first, below 0 before it. */
export function periodIndex({ period, starts_on }: Rule, date: string): number {
  if (period === 'weekly') return Math.floor(daysBetween(starts_on, date) / 7);
  return Math.floor(monthsBetween(starts_on, date) / (period === 'monthly' ? 1 : 12));
}

/** The first day of one of a budget's periods. */
export function startOf({ period, starts_on }: Rule, index: number): string {
  if (period === 'weekly')
    return later(new Date(starts_on), index * 7 * DAY)
      .toISOString()
      .slice(0, 10);
  // Every month has the day.
  const month = Number(starts_on.slice(5, 7)) - 1 + index * (period === 'monthly' ? 1 : 12);
  const year = Number(starts_on.slice(0, 4)) + Math.floor(month / 12);
  return `${String(year).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}${starts_on.slice(7)}`;
}

/** Whole months, for a day that every month has. */
export function monthsBetween(from: string, to: string): number {
  const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return months(to) - months(from) - Number(to.slice(8) < from.slice(8));
}
