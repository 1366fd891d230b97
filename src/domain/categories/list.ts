import type { SignedIn } from '../context.ts';
import { type PresentedCategory, presentCategory } from './present.ts';
import { countByCategory, findCategories } from './queries.ts';
import type { CategoryFilter } from './schema.ts';

/** The categories that a person can choose from; archived ones and hidden defaults only when asked for. */
export async function listCategories(
  { db, viewer, locale }: SignedIn,
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
