import type { Locale } from './locales.ts';

// Intl takes 40 µs to create a formatter, and a legal text needs thirty.
const FORMATS = { en: format('en'), he: format('he') };

/** `2026-11-23` → `November 23, 2026`. The month is a name, because a guest's order of day and month is unknown. */
export function writtenDate(date: string, locale: Locale): string {
  return FORMATS[locale].format(new Date(date));
}

function format(locale: Locale): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
}
