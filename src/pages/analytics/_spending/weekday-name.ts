/** The short name of a weekday; 0 is Sunday. */
export function weekdayName(weekday: number, locale: string): string {
  // The fourth of January 2026 was a Sunday.
  const day = Date.UTC(2026, 0, 4 + weekday);
  return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(day);
}
