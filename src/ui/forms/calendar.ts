import type { Preferences } from '../../i18n/preferences.ts';

interface Calendar extends Pick<Preferences, 'date_format'> {
  min?: string | undefined;
  max?: string | undefined;
}

/** The attributes of the empty element after a date field in which scripts show the button of its calendar. */
export function calendarAttributes(name: string, { date_format, min, max }: Calendar) {
  return {
    'data-calendar': name,
    'data-format': date_format,
    'data-min': min,
    'data-max': max,
  };
}
