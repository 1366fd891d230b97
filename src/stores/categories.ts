import { nanoquery } from '@nanostores/query';
import { api } from '../islands/api-client.ts';

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

const A_DAY = 86_400_000;
const KEY = '/categories';

const [createFetcherStore, , { invalidateKeys }] = nanoquery({
  fetcher: async (path) => (await api<{ categories: CategoryChoice[] }>(String(path))).categories,
});

const $categories = createFetcherStore<CategoryChoice[]>(KEY, { dedupeTime: A_DAY, onErrorRetry: false });

/**
 * The categories of whoever is signed in, fetched once and stale after a day.
 * @throws ApiError when they cannot be fetched; the next call tries again
 */
export async function loadCategories(): Promise<CategoryChoice[]> {
  const answer = await $categories.fetch();
  if ('data' in answer) return answer.data;
  forgetCategories();
  throw answer.error;
}

/** Makes the next reader fetch anew: call it after a category was changed. */
export function forgetCategories(): void {
  invalidateKeys(KEY);
}
