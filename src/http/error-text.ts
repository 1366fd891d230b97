import type { DomainError, FieldError } from '../domain/error.ts';
import { EXAMPLE_DATE } from '../i18n/format.ts';
import type { Translate } from '../i18n/translate.ts';

export function fieldErrorText(
  { message, date, currency, readings, name, example, understood }: Omit<FieldError, 'field'>,
  t: Translate,
  formatDate: (date: string) => string = (same) => same,
): string {
  if (date !== undefined) return t(message, { date: formatDate(date) });
  const named = {
    ...(currency !== undefined && { currency }),
    ...(name && { name }),
    ...(understood && { understood }),
  };
  // Where no format is passed, as in the API, dates are written as they are sent.
  return t(message, { ...named, ...readings, example: example ?? formatDate(EXAMPLE_DATE) });
}

export function errorText({ code, extra }: DomainError, t: Translate): string {
  return extra.written || t(extra.message ?? `errors:${code}`, extra.values);
}
