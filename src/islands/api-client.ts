import { type FetchError, type FetchOptions, ofetch } from 'ofetch';
import { noteChange } from '../stores/data-version.ts';

/** What went wrong, in the one shape that islands know (`status` 0: no answer at all). */
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

  /** The faulty fields of a refused input, also of one that names what is not there; none for every other error. */
  get fields(): { field: string; message: string }[] {
    return Array.isArray(this.details) ? this.details : [];
  }
}

interface Failure {
  error?: { code?: string; message?: string; details?: unknown };
}

export interface ApiOptions
  extends Pick<FetchOptions<'json'>, 'method' | 'body' | 'query' | 'headers' | 'signal'> {
  /** Whoever turns out to be signed out is not led away: for what nobody asked for by hand. */
  stays?: boolean;
}

const request = ofetch.create({
  baseURL: '/api/v1',
  credentials: 'same-origin',
  timeout: 45_000,
  retry: 0,
  headers: { Accept: 'application/json' },
});

/**
 * Calls the API and gives the `data` of its answer. An expired sign-in is refreshed once and the call repeated. After
 * whatever may have changed something, failed calls among them, nothing that was read before counts any more.
 * @throws ApiError
 */
export async function api<Data>(path: string, options: ApiOptions = {}): Promise<Data> {
  try {
    return await signedIn<Data>(path, options);
  } finally {
    if (options.method && options.method !== 'GET') noteChange();
  }
}

async function signedIn<Data>(path: string, options: ApiOptions): Promise<Data> {
  try {
    return await send<Data>(path, options);
  } catch (error) {
    const failure = normalise(error);
    if (failure.status !== 401) throw failure;
    if (!(await refresh())) {
      if (options.stays) throw failure;
      return await signIn();
    }
    return await send<Data>(path, options).catch((again) => Promise.reject(normalise(again)));
  }
}

async function send<Data>(path: string, options: ApiOptions): Promise<Data> {
  return (await request<{ data: Data }>(path, options)).data;
}

function normalise(error: unknown): ApiError {
  const { response, data, cause, name } = error as FetchError<Failure>;
  if (response) {
    const said = data?.error ?? {};
    const code = said.code ?? (response.status >= 500 ? 'SERVER_ERROR' : 'UNKNOWN_ERROR');
    return new ApiError(response.status, code, said.message ?? '', said.details);
  }
  if (name !== 'FetchError') return new ApiError(0, 'UNKNOWN_ERROR', String(error));
  const late = cause instanceof Error && cause.name === 'TimeoutError';
  return new ApiError(0, late ? 'TIMEOUT_ERROR' : 'NETWORK_ERROR', '');
}

let refreshing: Promise<boolean> | null = null;

// All requests that fail together share one refresh: the second would spend a token that is already spent.
function refresh(): Promise<boolean> {
  refreshing ??= send('/users/refresh-token', { method: 'POST', body: {} })
    .then(
      () => true,
      (error) => {
        const failure = normalise(error);
        if (failure.status === 0 || failure.status >= 500) throw failure;
        return false;
      },
    )
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

// Never settles, so that nothing reports an error while the browser is leaving.
function signIn(): Promise<never> {
  location.assign(`/login?return=${encodeURIComponent(location.pathname + location.search)}`);
  return new Promise(() => {});
}
