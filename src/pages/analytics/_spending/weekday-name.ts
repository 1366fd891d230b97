/** The short name of a weekday, for an axis; 0 is Sunday. */
export function weekdayName(weekday: number, locale: string): string {
  // The fourth of January 2026 was a Sunday.
  const day = Date.UTC(2026, 0, 4 + weekday);
  // In Hebrew the short names are two words of which the first is the same for most days.
  const length = locale === 'he' ? 'narrow' : 'short';
  return new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' }).format(day);
}
