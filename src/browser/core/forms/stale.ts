import { ApiError } from '../request/api-client.ts';

/**
 * Whether a change was refused because the item has been changed or deleted since. A change of type moves it to another
 * address. A missing category is named by its field.
 */
export function isStale(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'CONFLICT' || (error.status === 404 && error.fields.length === 0);
}
