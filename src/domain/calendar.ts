// Separate modules: Node parses 200 kB of exports for the index of date-fns, and bundlers keep a class of dates that is in
// the index of @date-fns/tz.
import { tzOffset } from '@date-fns/tz/tzOffset';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { getDaysInMonth } from 'date-fns/getDaysInMonth';
import { DAY, MINUTE } from './instants.ts';

interface LocalTime {
  date: string;
  time: string;
}

/** The local date and clock time of an instant: `{date: '2026-03-31', time: '17:05'}`. */
export function localNow(now: Date, timezone: string): LocalTime {
  const local = new Date(now.getTime() + tzOffset(timezone, now) * MINUTE).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 16) };
}

/** The local calendar date of a person. */
export function todayOf({
  now,
  viewer,
}: {
  now: Date;
  viewer: { preferences: { timezone: string } };
}): string {
  return localNow(now, viewer.preferences.timezone).date;
}

/**
 * The instant of a local date and time in a zone, ISO 8601 in UTC. A time that daylight saving skips moves on by the
 * gap; of a time that occurs twice, the earlier one counts.
 */
export function instantOf(date: string, time: string, timezone: string): string {
  const clock = Date.parse(`${date}T${time}Z`);
  const byOffsetAt = (instant: number) => new Date(clock - tzOffset(timezone, new Date(instant)) * MINUTE);
  const isShownAt = (instant: Date) => {
    const shown = localNow(instant, timezone);
    return shown.date === date && shown.time === time;
  };
  // The day before has the right offset even for skipped and repeated times; the day after is needed only past the
  // change.
  const earlier = byOffsetAt(clock - DAY);
  const later = byOffsetAt(clock + DAY);
  return (!isShownAt(earlier) && isShownAt(later) ? later : earlier).toISOString();
}

/**
 * A local date and time as stored: its instant, and the time that clocks show then. A time that daylight saving skips
 * moves on by the gap, unless that would change the date.
 */
export function momentOf(
  date: string,
  time: string,
  timezone: string,
): { time: string; transaction_datetime: string } {
  const transaction_datetime = instantOf(date, time, timezone);
  const shown = localNow(new Date(transaction_datetime), timezone);
  return { time: shown.date === date ? shown.time : time, transaction_datetime };
}

export function isDate(text: string): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

export function plusDays(date: string, days: number): string {
  return textOf(addDays(dayOf(date), days));
}

/** Negative if the second date is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

/** Never negative, whichever day is the earlier one. */
export function daysApart(one: string, other: string): number {
  return Math.abs(daysBetween(one, other));
}

/** The 31st becomes the last day of a shorter month. */
export function plusMonths(date: string, months: number): string {
  return textOf(addMonths(dayOf(date), months));
}

export function monthOf(date: string): string {
  return date.slice(0, 7);
}

export function startOfMonth(date: string): string {
  return `${monthOf(date)}-01`;
}

export function endOfMonth(date: string): string {
  return `${monthOf(date)}-${getDaysInMonth(dayOf(date))}`;
}

export function startOfWeek(date: string, start: 'sunday' | 'monday'): string {
  const day = dayOf(date).getDay();
  return plusDays(date, start === 'sunday' ? -day : -((day + 6) % 7));
}

// The parser of date-fns for all of ISO 8601 is larger than the rest of the calendar in a browser. At noon, because
// daylight saving skips some midnights.
function dayOf(date: string): Date {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const result = new Date(2000, 0, 1, 12);
  // The constructor treats years below 100 as years of the twentieth century.
  result.setFullYear(year, month - 1, day);
  return result;
}

function textOf(day: Date): string {
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}
