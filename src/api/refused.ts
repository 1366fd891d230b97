import type { FieldError } from '../domain/error.ts';
import { fieldErrorText } from '../http/error-text.ts';
import type { Locale } from '../i18n/locales.ts';
import { translator } from '../i18n/translate.ts';

/** What was refused of several items, by index. */
export function presentRefused(
  refused: readonly { index: number; errors: readonly FieldError[] }[],
  locale: Locale,
) {
  const t = translator(locale);
  return refused.map(({ index, errors }) => ({
    index,
    details: errors.map((error) => ({ field: error.field, message: fieldErrorText(error, t) })),
  }));
}
