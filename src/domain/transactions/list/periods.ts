import type { Preferences } from '../../../i18n/preferences.ts';
import { endOfMonth, plusDays, plusMonths, startOfMonth, startOfWeek } from '../../calendar.ts';

export const PERIODS = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
] as const;

export type Period = (typeof PERIODS)[number];

/**
 * The first and last day of a period, as local calendar dates; weeks start on the person's first day. Unlike those of
 * analytics, periods do not end today: a list has upcoming transactions.
 */
export function datesOfPeriod(
  period: Period,
  today: string,
  weekStart: Preferences['week_start'],
): { from: string; to: string } {
  if (period === 'today') return { from: today, to: today };
  if (period === 'yesterday') return datesOfPeriod('today', plusDays(today, -1), weekStart);
  if (period === 'last-week') return datesOfPeriod('this-week', plusDays(today, -7), weekStart);
  if (period === 'last-month') return datesOfPeriod('this-month', plusMonths(today, -1), weekStart);
  if (period === 'this-month') return { from: startOfMonth(today), to: endOfMonth(today) };
  if (period === 'this-year') return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
  const from = startOfWeek(today, weekStart);
  return { from, to: plusDays(from, 6) };
}
