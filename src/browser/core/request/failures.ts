import { GENERAL_FAILURES } from '../../../i18n/error-catalogue.ts';
import { ApiError } from './api-client.ts';

const UNANSWERED: Record<string, string> = {
  NETWORK_ERROR: GENERAL_FAILURES.NETWORK_ERROR,
  TIMEOUT_ERROR: GENERAL_FAILURES.TIMEOUT_ERROR,
};

/** Whether the connection to the server failed, or a proxy reports that; the request may still have arrived. */
export function isCut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** The message of a failed call: the server's text or a text key, else `otherwise`. */
export function failureText(error: unknown, otherwise: string = GENERAL_FAILURES.UNKNOWN_ERROR): string {
  if (!(error instanceof ApiError)) return otherwise;
  return UNANSWERED[error.code] ?? (error.status === 0 ? otherwise : error.message || otherwise);
}

/** Whether no answer arrived, so that the call may have taken effect. */
export function isUnanswered(failure: string): boolean {
  return Object.values(UNANSWERED).includes(failure);
}

/**
 * Whether a change was refused because the item was changed or deleted since. A change of type moves it to another
 * address; a missing category is named by its field.
 */
export function isStale(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'CONFLICT' || (error.status === 404 && error.fields.length === 0);
}

/** The version of an item saved elsewhere meanwhile, or `gone`. @throws ApiError */
export async function latestOf<Entity>(read: () => Promise<Entity>): Promise<{ theirs: Entity } | 'gone'> {
  try {
    return { theirs: await read() };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'gone';
    throw error;
  }
}
