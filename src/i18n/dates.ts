import type { Locale } from './locales.ts';

/** Making one takes as long as naming a hundred months by it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function nameOf(month: string, locale: Locale, style: 'long' | 'short', year?: 'numeric'): string {
  const key = `${locale} ${style} ${year ?? ''}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, { month: style, ...(year && { year }), timeZone: 'UTC' });
  formats.set(key, format);
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** `2026-03` → "March 2026". */
export function monthName(month: string, locale: Locale): string {
  return nameOf(month, locale, 'long', 'numeric');
}

/** `2026-03` → "Mar 2026". */
export function shortMonthName(month: string, locale: Locale): string {
  return nameOf(month, locale, 'short', 'numeric');
}

/** The names of consecutive months for an axis: "Nov", and where a year begins the year. */
export function monthLabels(months: readonly string[], locale: Locale): string[] {
  return months.map((month) =>
    month.endsWith('-01') && months.length > 1 ? month.slice(0, 4) : nameOf(month, locale, 'short'),
  );
}

// Intl takes 40 µs to create a formatter, and a legal text needs thirty.
const FORMATS = { en: format('en'), he: format('he') };

/** `2026-11-23` → `November 23, 2026`. The month is a name, because a guest's order of day and month is unknown. */
export function writtenDate(date: string, locale: Locale): string {
  return FORMATS[locale].format(new Date(date));
}

function format(locale: Locale): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
}
