import type { CategoryRow } from '../../db/tables.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Reading } from '../context.ts';
import { folded } from '../folded-text.ts';
import { countByCategory, findCategories } from './categories.queries.ts';
import { categoryName, categoryNames } from './name.ts';
import { isChoosable } from './read.ts';
import type { CategoryFilter } from './schema.ts';

export async function listCategories(
  { db, viewer, locale }: Reading,
  filter: Partial<CategoryFilter> = {},
): Promise<PresentedCategory[]> {
  const counts = await countByCategory(db, viewer.id);
  return (await findCategories(db, viewer.id))
    .filter((row) => (filter.hidden || row.is_hidden === 0) && (filter.archived || row.is_archived === 0))
    .filter((row) => !filter.type || row.type === filter.type)
    .filter((row) => !filter.defaults_only || row.default_key !== null)
    .filter((row) => !filter.user_only || row.default_key === null)
    .map((row) => presentCategory(row, locale, counts.get(row.id) ?? 0));
}

/** The categories with every word in one of their names or their description; names that begin with the text first. */
export async function searchCategories(
  { db, viewer, locale }: Reading,
  text: string,
): Promise<PresentedCategory[]> {
  const counts = await countByCategory(db, viewer.id);
  const results = (await findCategories(db, viewer.id)).filter(
    (row) => isChoosable(row) && matches(row, text),
  );
  const first = results.filter((row) => begins(row, text));
  const others = results.filter((row) => !begins(row, text));
  return [...first, ...others].map((row) => presentCategory(row, locale, counts.get(row.id) ?? 0));
}

export function matches(row: CategoryRow, text: string): boolean {
  const searchable = folded([...categoryNames(row), row.description].filter(Boolean).join(' '));
  return folded(text)
    .split(/\s+/)
    .every((word) => searchable.includes(word));
}

function begins(row: CategoryRow, text: string): boolean {
  return categoryNames(row).some((name) => folded(name).startsWith(folded(text).trim()));
}

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
