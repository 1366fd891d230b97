import type { Locale } from './locales.ts';
import type { Preferences } from './preferences.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A local calendar date with its weekday: `Friday 20 November`, or `Friday, November 20` where the month comes first.
 * The year is added if it differs from that of `today`.
 */
export function dayWords(
  date: string,
  today: string,
  locale: Locale,
  dateFormat: Preferences['date_format'],
): string {
  const language = locale === 'en' ? (dateFormat.startsWith('MM') ? 'en-US' : 'en-GB') : locale;
  const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : ('numeric' as const);
  const key = `${language} ${year}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year,
      timeZone: 'UTC',
    });
    formats.set(key, format);
  }
  const words = format.format(new Date(`${date}T00:00Z`));
  // Beside days without a year, which have no comma.
  return language === 'en-GB' ? words.replace(',', '') : words;
}
