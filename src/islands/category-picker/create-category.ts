import { type CategoryChoice, loadCategories } from '../../stores/categories.ts';
import { ApiError, api } from '../api-client.ts';
import { newKey } from '../idempotency-key.ts';
import { findNamed } from './options.ts';

/** What a person says of a new category; without colour or icon they are derived from the name. */
export interface NewCategory {
  name: string;
  type: string;
  color: string;
  icon: string;
}

/**
 * Makes categories through the API. Trying the same again sends the same idempotency key; where one of that name is
 * there already, that one is given.
 * @throws ApiError
 */
export function categoryMaker() {
  let attempt = { content: '', key: '' };
  return async (wanted: NewCategory): Promise<CategoryChoice> => {
    const content = JSON.stringify(wanted);
    if (content !== attempt.content) attempt = { content, key: newKey() };
    try {
      const { category } = await api<{ category: CategoryChoice }>('/categories', {
        method: 'POST',
        body: wanted,
        headers: { 'Idempotency-Key': attempt.key },
      });
      return category;
    } catch (error) {
      const existing = error instanceof ApiError && error.code === 'CATEGORY_EXISTS' && (await find(wanted));
      if (existing) return existing;
      throw error;
    }
  };
}

// It may have been made in another tab since the list was fetched.
async function find({ name, type }: NewCategory): Promise<CategoryChoice | undefined> {
  const categories = await loadCategories();
  return findNamed(
    categories.filter((category) => category.type === type),
    name,
  );
}
