import { ApiError } from '../request/api-client.ts';

/**
 * Whether a change was refused because the item has been changed or deleted since. A change of type moves it to another
 * address. A missing category is named by its field.
 */
export function isStale(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'CONFLICT' || (error.status === 404 && error.fields.length === 0);
}

/** The version of an item that was saved elsewhere in the meantime, or that it is gone. @throws ApiError */
export async function latestOf<Entity>(read: () => Promise<Entity>): Promise<{ theirs: Entity } | 'gone'> {
  try {
    return { theirs: await read() };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'gone';
    throw error;
  }
}
