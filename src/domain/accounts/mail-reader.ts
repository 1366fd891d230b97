import type { UserRow } from '../../db/tables.ts';
import type { Currency } from '../../i18n/currencies.ts';
import { formatter } from '../../i18n/format.ts';
import type { Reader } from '../../mail/messages.ts';
import { localNow } from '../calendar.ts';
import { readPreferences } from '../preferences/read-preferences.ts';
import type { SiteSettings } from '../site-settings/definitions.ts';

/** What every mail needs to know of its recipient. */
export function mailReader(site: SiteSettings, user: UserRow): Reader {
  return { locale: user.language_preference, firstName: user.first_name, siteName: site.site_name };
}

/** An instant as mails write it: in the recipient's time zone and formats. */
export function momentFor(user: UserRow, instant: Date): string {
  const preferences = readPreferences(user.preferences);
  const format = formatter(user.currency_preference as Currency, preferences);
  const { date, time } = localNow(instant, preferences.timezone);
  return `${format.date(date)}, ${format.time(time)} (${preferences.timezone})`;
}
