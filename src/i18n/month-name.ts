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
