import type { Preferences } from '../../i18n/preferences.ts';

/** The attributes of the empty element after a date field in which scripts show the button of its calendar. */
export function calendarAttributes(name: string, { date_format }: Pick<Preferences, 'date_format'>) {
  return { 'data-calendar': name, 'data-format': date_format };
}
