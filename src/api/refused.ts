import type { FieldError } from '../domain/error.ts';
import { fieldErrorText } from '../http/error-text.ts';
import { asSent } from '../http/input.ts';
import type { Locale } from '../i18n/locales.ts';
import { translator } from '../i18n/translate.ts';

/** What was refused of several items, by index, in the names of the items as they were sent. */
export function presentRefused(
  refused: readonly { index: number; errors: readonly FieldError[] }[],
  sent: readonly unknown[],
  locale: Locale,
) {
  const t = translator(locale);
  return refused.map(({ index, errors }) => ({
    index,
    details: errors.map((error) => ({
      field: asSent(error.field, sent[index]),
      message: fieldErrorText(error, t),
    })),
  }));
}
