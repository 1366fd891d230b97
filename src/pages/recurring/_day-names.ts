import type { Locale } from '../../i18n/locales.ts';

/** `2026-03-31` → "Tuesday", in the language. */
export function weekdayOn(date: string, locale: Locale, width: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' }).format(
    new Date(`${date}T00:00Z`),
  );
}
