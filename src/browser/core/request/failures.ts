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
 * What was saved elsewhere since, if a change or deletion was refused for that: the item, or `gone`. A change of type
 * moves it to another address; a missing category is named by its field.
 * @throws the refusal if it has another reason, or why the item cannot be read
 */
export async function theirsAfter<Entity>(
  refusal: unknown,
  read: () => Promise<Entity>,
): Promise<Entity | 'gone'> {
  const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404 && !error.fields[0];
  const isChanged = refusal instanceof ApiError && refusal.code === 'CONFLICT';
  if (!isChanged && !isMissing(refusal)) throw refusal;
  return read().catch((error) => {
    if (isMissing(error)) return 'gone';
    throw error;
  });
}
