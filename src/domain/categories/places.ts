import type { CategoryRow } from '../../db/tables.ts';
import type { Locale } from '../../i18n/locales.ts';
import { nameOf } from './name.ts';

/** The place of each category, from 1, in the order of their names in a language; the same name, the same place. */
export function placesOf(categories: CategoryRow[], locale: Locale): Map<string, number> {
  const compare = new Intl.Collator(locale).compare;
  const named = categories.map((category) => ({ id: category.id, name: nameOf(category, locale) }));
  named.sort((one, other) => compare(one.name, other.name));
  const places = new Map<string, number>();
  let place = 0;
  let before: string | undefined;
  for (const { id, name } of named) {
    if (before === undefined || compare(name, before) !== 0) place += 1;
    places.set(id, place);
    before = name;
  }
  return places;
}
