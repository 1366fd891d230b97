import { read } from './cached-reads.ts';

/** What a form needs to know of a category. */
export interface CategoryChoice {
  id: string;
  name: string;
  /** The name in each language; a person's own is the same in all. */
  localized_name: Record<string, string>;
  type: 'expense' | 'income';
  icon: string;
  color: string;
  language: string;
}

/**
 * The categories of whoever is signed in, and `chosen` among them even if it is archived: saving must not take it away
 * from what has it.
 * @throws ApiError when they cannot be fetched; the next call tries again
 */
export async function loadCategories(chosen?: string | null): Promise<CategoryChoice[]> {
  const { categories } = await read<{ categories: CategoryChoice[] }>('categories', '/categories');
  if (!chosen || categories.some(({ id }) => id === chosen)) return categories;
  const path = `/categories/${encodeURIComponent(chosen)}`;
  const { category } = await read<{ category: CategoryChoice }>('categories', path);
  return [...categories, category];
}
