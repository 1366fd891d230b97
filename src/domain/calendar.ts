import { TZDate, tzOffset } from '@date-fns/tz';
import { addDays, addMonths, getDaysInMonth, isValid, lightFormat, parseISO } from 'date-fns';

const DAY = 'yyyy-MM-dd';

interface LocalTime {
  date: string;
  time: string;
}

const MINUTE = 60_000;
const MOST_KEPT = 1000;

// Every page asks for today, and all of a minute get the same answer.
const kept = new Map<string, LocalTime>();

/** The local calendar date and clock time of an instant in a time zone: `{date: '2026-03-31', time: '17:05'}`. */
export function localNow(now: Date, timezone: string): LocalTime {
  const key = `${timezone} ${Math.floor(now.getTime() / MINUTE)}`;
  let shown = kept.get(key);
  if (!shown) {
    const local = new TZDate(now, timezone);
    shown = { date: lightFormat(local, DAY), time: lightFormat(local, 'HH:mm') };
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, shown);
  }
  return shown;
}

const DAY_LENGTH = 86_400_000;

/**
 * The instant of a local date and time in a zone, ISO 8601 in UTC. Where daylight saving skips the time, it moves
 * on by the gap; where the time comes twice, the earlier one counts.
 */
export function instantOf(date: string, time: string, timezone: string): string {
  const clock = Date.parse(`${date}T${time}Z`);
  const byOffsetAt = (instant: number) => new Date(clock - tzOffset(timezone, new Date(instant)) * 60_000);
  const isShownAt = (instant: Date) => {
    const shown = localNow(instant, timezone);
    return shown.date === date && shown.time === time;
  };
  // The offset of the day before is right for skipped and repeated times too; the one after, only past the change.
  const earlier = byOffsetAt(clock - DAY_LENGTH);
  const later = byOffsetAt(clock + DAY_LENGTH);
  return (!isShownAt(earlier) && isShownAt(later) ? later : earlier).toISOString();
}

/** Whether a text is a calendar date that exists, as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parseISO(text));
}

/** Moves a local calendar date by whole days. */
export function plusDays(date: string, days: number): string {
  return lightFormat(addDays(parseISO(date), days), DAY);
}

/** Moves a local calendar date by whole months; the 31st becomes the last day of a shorter month. */
export function plusMonths(date: string, months: number): string {
  return lightFormat(addMonths(parseISO(date), months), DAY);
}

/** `2026-03-31` → `2026-03`. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** The first day of a date's month. */
export function startOfMonth(date: string): string {
  return `${monthOf(date)}-01`;
}

/** The last day of a date's month. */
export function endOfMonth(date: string): string {
  return `${monthOf(date)}-${getDaysInMonth(parseISO(date))}`;
}

/** The first day of a date's week, as the person's week starts. */
export function startOfWeek(date: string, start: 'sunday' | 'monday'): string {
  const day = parseISO(date).getDay();
  return plusDays(date, start === 'sunday' ? -day : -((day + 6) % 7));
}
