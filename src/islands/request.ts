import { type FetchError, ofetch } from 'ofetch';

/** An error in the one shape that islands know (`status` 0: no answer at all). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  /** The invalid fields of a refused input, including ids that do not exist; none for every other error. */
  get fields(): { field: string; message: string }[] {
    return Array.isArray(this.details) ? this.details : [];
  }
}

/** How long a request may take, in ms (specification, section 9). */
export const TIMEOUT = 45_000;

/** A request to the API, without the API client's handling of an ended session. */
export const request = ofetch.create({
  baseURL: '/api/v1',
  credentials: 'same-origin',
  timeout: TIMEOUT,
  retry: 0,
  // No refusal is repeated; without an answer, it counts as a fault of the server.
  retryStatusCodes: [500, 502, 503, 504],
  // Of two repetitions the first comes after 1 s, the second after 2 s; a single one after 2 s.
  retryDelay: ({ options: { retry } }) => 2000 / Number(retry),
  headers: { Accept: 'application/json' },
});

interface Failure {
  error?: { code?: string; message?: string; details?: unknown };
}

/** The error of a failed request, as an `ApiError`. */
export function asApiError(error: unknown): ApiError {
  const { response, data, cause, name } = error as FetchError<Failure>;
  if (response) {
    const { code, message = '', details } = data?.error ?? {};
    const unnamed = response.status >= 500 ? 'SERVER_ERROR' : 'UNKNOWN_ERROR';
    return new ApiError(response.status, code ?? unnamed, message, details);
  }
  if (name !== 'FetchError') return new ApiError(0, 'UNKNOWN_ERROR', String(error));
  const late = cause instanceof Error && cause.name === 'TimeoutError';
  return new ApiError(0, late ? 'TIMEOUT_ERROR' : 'NETWORK_ERROR', '');
}
