import type { Locale } from './locales.ts';

/** `2026-03` → "March 2026". */
export function monthName(month: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** `2026-03` → "Mar 2026". */
export function shortMonthName(month: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** The names of consecutive months for an axis: "Nov", and where a year begins the year. */
export function monthLabels(months: readonly string[], locale: Locale): string[] {
  const format = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  return months.map((month) =>
    month.endsWith('-01') && months.length > 1
      ? month.slice(0, 4)
      : format.format(new Date(`${month}-01T00:00:00Z`)),
  );
}
