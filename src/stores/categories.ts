import { read } from './cached-reads.ts';

/** The part of a category that forms need. */
export interface CategoryChoice {
  id: string;
  name: string;
  /** The name in each language; the names of a person's own are the same. */
  localized_name: Record<string, string>;
  type: 'expense' | 'income';
  icon: string;
  color: string;
  language: string;
}

/**
 * The categories of the signed-in person, and `chosen` even if it is archived or that of opening balances, so that
 * saving does not remove it.
 * @throws ApiError when they cannot be fetched; the next call tries again
 */
export async function loadCategories(chosen?: string | null): Promise<CategoryChoice[]> {
  const { categories } = await read<{ categories: CategoryChoice[] }>('categories', '/categories');
  if (!chosen || categories.some(({ id }) => id === chosen)) return categories;
  const all = await read<{ categories: CategoryChoice[] }>(
    'categories',
    '/categories?archived=true&hidden=true',
  );
  return [...categories, ...all.categories.filter(({ id }) => id === chosen)];
}
