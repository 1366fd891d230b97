import type { UserRow } from '../../db/tables.ts';
import { formatter } from '../../i18n/format.ts';
import type { Currency } from '../../i18n/preferences.ts';
import type { Reader } from '../../mail/messages.ts';
import { SITE_NAME } from '../../product.ts';
import { localNow } from '../calendar.ts';
import { readPreferences } from '../preferences/read-preferences.ts';

/** What every mail to somebody needs to know of them. */
export function mailReader(user: UserRow): Reader {
  return { locale: user.language_preference, firstName: user.first_name, siteName: SITE_NAME };
}

/** An instant as a mail tells it to somebody: in their time zone and their way of writing dates and times. */
export function momentFor(user: UserRow, instant: Date): string {
  const preferences = readPreferences(user.preferences);
  const format = formatter(user.currency_preference as Currency, preferences);
  const { date, time } = localNow(instant, preferences.timezone);
  return `${format.date(date)}, ${format.time(time)} (${preferences.timezone})`;
}
