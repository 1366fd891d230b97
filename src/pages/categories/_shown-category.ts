import type { CategoryRow } from '../../db/tables.ts';
import { iconName, PALETTE } from '../../domain/categories/appearance/appearance.ts';
import type { Compared } from '../../domain/categories/differences.ts';
import { categoryName } from '../../domain/categories/name.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';
import { CATEGORY_ICONS } from '../../ui/icons/names.ts';

/** The values of a category's form. */
export type CategoryValues = Record<Compared, string>;

/** The start values of a category's form. */
export function valuesOf(row: CategoryRow, locale: Locale): CategoryValues {
  const { type, description, color, icon } = row;
  return { name: categoryName(row, locale), type, description: description ?? '', color, icon };
}

/** The same as text. */
export function shownValues(
  { name, type, description, color, icon }: CategoryValues,
  t: Translate,
): CategoryValues {
  const known = CATEGORY_ICONS.find((one) => one === icon);
  const named = PALETTE.find((one) => one.color === color.toUpperCase());
  return {
    name: name.trim(),
    type: t(type === 'income' ? 'common:income' : 'common:expense'),
    description: description.trim(),
    color: named ? t(named.name) : color,
    icon: known ? t(iconName(known)) : icon,
  };
}
