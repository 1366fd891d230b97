import type { CategoryRow } from '../../db/tables.ts';
import type { Locale } from '../../i18n/locales.ts';
import { categoryName } from './name.ts';

/** A category as answers show it, named in the person's language. */
export function presentCategory(row: CategoryRow, locale: Locale, transactionCount: number) {
  return {
    id: row.id,
    name: categoryName(row, locale),
    localized_name: { en: categoryName(row, 'en'), he: categoryName(row, 'he') },
    type: row.type,
    language: row.default_key ? locale : row.language,
    icon: row.icon,
    color: row.color,
    description: row.description,
    is_default: row.default_key !== null,
    is_archived: row.is_archived === 1,
    is_hidden: row.is_hidden === 1,
    usage: transactionCount > 0 ? ('active' as const) : ('unused' as const),
    transaction_count: transactionCount,
    updated_at: row.updated_at,
  };
}

export type PresentedCategory = ReturnType<typeof presentCategory>;
