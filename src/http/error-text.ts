import type { DomainError, FieldError } from '../domain/error.ts';
import type { Translate } from '../i18n/translate.ts';

export function fieldErrorText(
  { message, date, currency, readings, name, understood }: Omit<FieldError, 'field'>,
  t: Translate,
  formatDate: (date: string) => string = (same) => same,
): string {
  if (date !== undefined) return t(message, { date: formatDate(date) });
  const named = {
    ...(currency !== undefined && { currency }),
    ...(name && { name }),
    ...(understood && { understood }),
  };
  return t(message, { ...named, ...readings });
}

export function errorText({ code, extra }: DomainError, t: Translate): string {
  return extra.written || t(extra.message ?? `errors:${code}`, extra.values);
}
