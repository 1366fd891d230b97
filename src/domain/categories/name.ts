import type { CategoryRow } from '../../db/tables.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { translator } from '../../i18n/translate.ts';
import { nameOrder } from '../text-order.ts';

/** Defaults are translated; a person's own categories keep their name. */
export function categoryName(category: Pick<CategoryRow, 'default_key' | 'name'>, locale: Locale): string {
  return category.default_key
    ? translator(locale)(`categories:default.${category.default_key}` as TextKey)
    : category.name;
}

export function categoryNames(category: Pick<CategoryRow, 'default_key' | 'name'>): string[] {
  return LOCALES.map((locale) => categoryName(category, locale));
}

/** Ranks from 1 in the order of the names; equal names share a rank. */
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
