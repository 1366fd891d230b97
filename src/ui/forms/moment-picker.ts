import type { Preferences } from '../../i18n/preferences.ts';
import type { TextKey } from '../../i18n/texts.ts';

type Translate = (key: TextKey & `transactions:form.${'calendar' | 'clock' | `format.${string}`}`) => string;

/** How a person writes dates, for the labels of fields: `DD/MM/YYYY`, in Hebrew in words. */
export function dateFormatName(format: Preferences['date_format'], t: Translate): string {
  return format.replace(/\w+/g, (part) => t(`transactions:form.format.${part as 'DD' | 'MM' | 'YYYY'}`));
}

/** The attributes of the empty element after a date or time field in which scripts show the button of its picker. */
export function pickerAttributes(
  type: 'date' | 'time',
  t: Translate,
  { date_format, time_format, timezone }: Pick<Preferences, 'date_format' | 'time_format' | 'timezone'>,
) {
  return type === 'date'
    ? { 'data-picker': t('transactions:form.calendar'), 'data-format': date_format, 'data-zone': timezone }
    : { 'data-picker': t('transactions:form.clock'), 'data-format': time_format };
}
