import { type FetchOptions, type FetchResponse, ofetch } from 'ofetch';
import { attempt, type Failure, failureOf, failureOfError, within } from './attempts.ts';
import { TIMEOUT } from './limits.ts';

/** An API error in the one shape that islands know; status 0 means no answer. */
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

  /** The invalid fields of a refused input, including unknown ids; empty for other errors. */
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
  /** For all attempts together, in milliseconds. */
  timeout?: number;
}

const send = ofetch.create({
  baseURL: '/api/v1',
  credentials: 'same-origin',
  retry: false,
  ignoreResponseError: true,
  headers: { Accept: 'application/json' },
});

/** Sends a request to the API and returns the answer, whatever its status. @throws ApiError without one of ours */
export async function request<Body = unknown>(
  path: string,
  { tries = 1, timeout = TIMEOUT, signal: callerSignal, ...options }: RequestOptions = {},
): Promise<FetchResponse<Body>> {
  const signal = within(timeout, callerSignal);
  const sent = attempt(() => send.raw<Body>(path, { ...options, signal }), { tries, signal, judge });
  const answer = await sent.catch((error) => {
    const failure = failureOfError(signal.aborted ? signal.reason : error);
    throw new ApiError(0, failure === 'timeout' ? 'TIMEOUT_ERROR' : 'NETWORK_ERROR', '');
  });
  if (judge(answer) === 'network') throw new ApiError(0, 'NETWORK_ERROR', '');
  return answer;
}

// A success that is not JSON comes from a proxy, such as the sign-in page of a hotel's network.
function judge({ status, type, _data: body }: FetchResponse<unknown>): Failure | null {
  const isForeign = status < 400 && body !== undefined && (body === null || typeof body !== 'object');
  return isForeign && type !== 'opaqueredirect' ? 'network' : failureOf(status);
}

type Refusal = { error?: { code?: string; message?: string; details?: unknown } } | undefined;

export function errorOf({ status, headers, _data: body }: FetchResponse<unknown>): ApiError {
  // Without a request id, a proxy reports that the server is away, whatever the status.
  if (status >= 500 && !headers.get('x-request-id')) return new ApiError(0, 'NETWORK_ERROR', '');
  const { code = '', message = '', details } = (body as Refusal)?.error ?? {};
  return new ApiError(status, code, message, details);
}
