import type { WritingPreferences } from '../../../i18n/preferences.ts';

/** A moment, in milliseconds, in the person's formats and time zone; for guests in those of the page's language. */
export function momentText(moment: number): string {
  const { preferences } = document.getElementById('transaction-dialog')?.dataset ?? {};
  const at = new Date(moment);
  if (!preferences)
    return at.toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  const { date_format, time_format, timezone: timeZone }: WritingPreferences = JSON.parse(preferences);
  // Swedish writes dates as ISO 8601 does. `formatter` is too heavy for a script that most pages load.
  const [year = '', month = '', day = ''] = at.toLocaleDateString('sv', { timeZone }).split('-');
  const date = date_format.replace('YYYY', year).replace('MM', month).replace('DD', day);
  const time = at.toLocaleTimeString(time_format === '24h' ? 'sv' : 'en-US', {
    timeZone,
    timeStyle: 'short',
  });
  // Some browsers write a narrow space before AM.
  return `\u2068${date} ${time.replace('\u202f', ' ')}\u2069`;
}
