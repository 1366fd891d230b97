import type { FormField, FormValues, WritingStyle } from '../../browser/core/forms/form-values.ts';
import { isDate } from '../../domain/calendar.ts';
import { dateFieldText, timeFieldText } from '../../i18n/format.ts';

const DATE_FIELDS = ['date', 'charge_date', 'recurringEndDate'] as const satisfies FormField[];

/** Local calendar dates and times as HH:MM from what fields show. Words and other formats are rewritten by the page. */
export function readMoments(typed: FormValues, style: WritingStyle): FormValues {
  return mapMoments(typed, (date) => dateIn(date, style), timeIn);
}

export function showMoments(values: FormValues, style: WritingStyle): FormValues {
  return mapMoments(
    values,
    (date) => dateFieldText(date, style),
    (time) => timeFieldText(time, style),
  );
}

type Rewrite = (text: string) => string;

function mapMoments(values: FormValues, mapDate: Rewrite, mapTime: Rewrite): FormValues {
  const mapped = { ...values };
  for (const name of DATE_FIELDS) if (mapped[name]) mapped[name] = mapDate(mapped[name]);
  if (mapped.time) mapped.time = mapTime(mapped.time);
  return mapped;
}

function dateIn(text: string, { date_format }: WritingStyle): string {
  const values = text.trim().split(/\D/);
  const names = date_format.split(/\W/);
  const date = ['YYYY', 'MM', 'DD'].map((name) => (values[names.indexOf(name)] ?? '').padStart(2, '0'));
  return values.length === 3 && isDate(date.join('-')) ? date.join('-') : text;
}

function timeIn(text: string): string {
  const [, hour, minutes, half] = /^(\d?\d)(:\d\d)(?: ([AP])M)?$/i.exec(text.trim()) ?? [];
  const of24 = half ? (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : hour;
  return hour ? `${String(of24).padStart(2, '0')}${minutes}` : text;
}
