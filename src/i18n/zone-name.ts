import type { Locale } from './locales.ts';

/** The name of a time zone in a person's language, as it is now: "Israel Time" for Asia/Jerusalem. */
export function zoneName(timeZone: string, locale: Locale, now: Date): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(
    now,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
