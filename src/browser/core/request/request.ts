import { type FetchOptions, type FetchResponse, ofetch } from 'ofetch';
import { attempt, type Failure, failureOf, failureOfError, within } from './attempts.ts';
import { TIMEOUT } from './limits.ts';

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

interface RequestOptions
  extends Pick<
    FetchOptions<'json'>,
    'method' | 'body' | 'query' | 'headers' | 'signal' | 'baseURL' | 'cache' | 'redirect'
  > {
  tries?: number;
  /** How long all attempts may take together, in milliseconds. */
  timeout?: number;
}

const send = ofetch.create({
  baseURL: '/api/v1',
  credentials: 'same-origin',
  retry: false,
  ignoreResponseError: true,
  headers: { Accept: 'application/json' },
});

/**
 * A request to the API, without the API client's handling of an ended session. It is repeated while the server fails or
 * cannot be reached.
 * @returns the answer, whatever its status
 * @throws ApiError of the status 0 without a whole answer of ours
 */
export async function request<Body = unknown>(
  path: string,
  { tries = 1, timeout = TIMEOUT, signal: given, ...options }: RequestOptions = {},
): Promise<FetchResponse<Body>> {
  // One time limit for all attempts.
  const signal = within(timeout, given);
  const sent = attempt(() => send.raw<Body>(path, { ...options, signal }), { tries, signal, judge });
  const answer = await sent.catch((error) => {
    const failure = failureOfError(signal.aborted ? signal.reason : error);
    throw new ApiError(0, failure === 'timeout' ? 'TIMEOUT_ERROR' : 'NETWORK_ERROR', '');
  });
  if (judge(answer) === 'network') throw new ApiError(0, 'NETWORK_ERROR', '');
  return answer;
}

// A success that is no JSON comes from somebody on the way, such as the sign-in page of a hotel's network.
function judge({ status, type, _data: body }: FetchResponse<unknown>): Failure | null {
  const isForeign = status < 400 && body !== undefined && (body === null || typeof body !== 'object');
  return isForeign && type !== 'opaqueredirect' ? 'network' : failureOf(status);
}

interface Refusal {
  error?: { code?: string; message?: string; details?: unknown };
}

/** The error that an answer is, as an `ApiError`. */
export function errorOf({ status, headers, _data: body }: FetchResponse<unknown>): ApiError {
  // Somebody in front of the server says that it is away, whatever the number.
  if (status >= 500 && !headers.get('x-request-id')) return new ApiError(0, 'NETWORK_ERROR', '');
  const { code, message = '', details } = (body as Refusal | undefined)?.error ?? {};
  const unnamed = status >= 500 ? 'SERVER_ERROR' : 'UNKNOWN_ERROR';
  return new ApiError(status, code ?? unnamed, message, details);
}
