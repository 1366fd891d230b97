import type { CategoryRow } from '../../db/tables.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { translator } from '../../i18n/translate.ts';

/** A category's name in a language: defaults follow the language, a person's own stays as it was written. */
export function nameOf(category: Pick<CategoryRow, 'default_key' | 'name'>, locale: Locale): string {
  return category.default_key
    ? translator(locale)(`categories:default.${category.default_key}` as TextKey)
    : category.name;
}
