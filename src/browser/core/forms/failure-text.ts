import { GENERAL_FAILURES } from '../../../i18n/error-catalogue.ts';
import { ApiError } from '../request/api-client.ts';

const UNANSWERED: Record<string, string> = {
  NETWORK_ERROR: GENERAL_FAILURES.NETWORK_ERROR,
  TIMEOUT_ERROR: GENERAL_FAILURES.TIMEOUT_ERROR,
};

/** The message of a failed call: the server's own text or a text key, `otherwise` if it has neither. */
export function failureText(error: unknown, otherwise: string = GENERAL_FAILURES.UNKNOWN_ERROR): string {
  if (!(error instanceof ApiError)) return otherwise;
  return UNANSWERED[error.code] ?? (error.status === 0 ? otherwise : error.message || otherwise);
}

/** Whether no answer arrived, so that it is unknown whether the call took effect. */
export function isUnanswered(failure: string): boolean {
  return Object.values(UNANSWERED).includes(failure);
}
