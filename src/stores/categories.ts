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
 * The categories of whoever is signed in.
 * @throws ApiError when they cannot be fetched; the next call tries again
 */
export async function loadCategories(): Promise<CategoryChoice[]> {
  return (await read<{ categories: CategoryChoice[] }>('categories', '/categories')).categories;
}

/**
 * One category, also one that is archived.
 * @throws ApiError
 */
export async function loadCategory(id: string): Promise<CategoryChoice> {
  const path = `/categories/${encodeURIComponent(id)}`;
  return (await read<{ category: CategoryChoice }>('categories', path)).category;
}
