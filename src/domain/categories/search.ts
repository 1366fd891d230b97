import type { CategoryRow } from '../../db/tables.ts';
import { LOCALES } from '../../i18n/locales.ts';
import type { SignedIn } from '../context.ts';
import { folded } from '../transactions/search-text.ts';
import { nameOf } from './name.ts';
import { type PresentedCategory, presentCategory } from './present.ts';
import { countByCategory, findCategories } from './queries.ts';

/** The categories with every word in one of their names or their description, those that begin with it first. */
export async function searchCategories(
  { db, viewer, locale }: SignedIn,
  text: string,
): Promise<PresentedCategory[]> {
  const counts = await countByCategory(db, viewer.id);
  const found = (await findCategories(db, viewer.id)).filter(
    (row) => row.is_hidden === 0 && row.is_archived === 0 && matches(row, text),
  );
  const first = found.filter((row) => begins(row, text));
  const others = found.filter((row) => !begins(row, text));
  return [...first, ...others].map((row) => presentCategory(row, locale, counts.get(row.id) ?? 0));
}

/** Whether every word of a text stands in a category's names or description. */
export function matches(row: CategoryRow, text: string): boolean {
  const known = folded([...namesOf(row), row.description].filter(Boolean).join(' '));
  return folded(text)
    .split(/\s+/)
    .every((word) => known.includes(word));
}

function begins(row: CategoryRow, text: string): boolean {
  return namesOf(row).some((name) => folded(name).startsWith(folded(text).trim()));
}

function namesOf(row: CategoryRow): string[] {
  return LOCALES.map((locale) => nameOf(row, locale));
}
