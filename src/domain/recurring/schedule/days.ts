import { DAY } from '../../instants.ts';

export const LAST_DAY = dayNumber('9999-12-31');

/** `YYYY-MM-DD` → days since 1970-01-01. */
export function dayNumber(date: string): number {
  return Date.parse(date) / DAY;
}

/** Days since 1970-01-01 → `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** Months since year 0 of a date. */
export function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** Days since 1970-01-01; a shorter month uses its last day. */
export function dayInMonth(month: number, dayOfMonth: number): number {
  const year = Math.floor(month / 12);
  const first = startOf(year, month % 12);
  const next = month % 12 === 11 ? startOf(year + 1, 0) : startOf(year, (month % 12) + 1);
  return first + Math.min(dayOfMonth, next - first) - 1;
}

function startOf(year: number, month: number): number {
  // `Date.UTC` takes years below 100 for years of the twentieth century.
  if (year >= 100) return Date.UTC(year, month, 1) / DAY;
  return new Date(0).setUTCFullYear(year, month, 1) / DAY;
}
