import type { CategoryRow } from '../../db/tables.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { translator } from '../../i18n/translate.ts';
import { nameOrder } from '../text-order.ts';

/** A category's name in a language: defaults follow the language, a person's own stays as it was written. */
export function categoryName(category: Pick<CategoryRow, 'default_key' | 'name'>, locale: Locale): string {
  return category.default_key
    ? translator(locale)(`categories:default.${category.default_key}` as TextKey)
    : category.name;
}

/** A category's names in all languages; those of a person's own are the same. */
export function categoryNames(category: Pick<CategoryRow, 'default_key' | 'name'>): string[] {
  return LOCALES.map((locale) => categoryName(category, locale));
}

/** The rank of each category, from 1, in the order of their names in a language; the same name, the same rank. */
export function rankByName(categories: CategoryRow[], locale: Locale): Map<string, number> {
  const compare = nameOrder(locale);
  const named = categories.map((category) => ({ id: category.id, name: categoryName(category, locale) }));
  named.sort((one, other) => compare(one.name, other.name));
  const ranks = new Map<string, number>();
  let rank = 0;
  let before: string | undefined;
  for (const { id, name } of named) {
    if (before === undefined || compare(name, before) !== 0) rank += 1;
    ranks.set(id, rank);
    before = name;
  }
  return ranks;
}
