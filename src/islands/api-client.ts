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
    if (failure.status === 401) await recover(failure, options);
    else if (failure.code === 'USER_BLOCKED' && !options.stays) {
      return (await import('./session-end.ts')).leaveBlocked(failure.details);
    } else throw failure;
    return await send<Data>(path, options).catch((again) => Promise.reject(normalise(again)));
  }
}

// Fetched on need: most people never see their session end while a page is open.
async function recover(failure: ApiError, { stays }: ApiOptions): Promise<void> {
  const { renewSession } = await import('./renew-session.ts');
  const { status } = await renewSession();
  if (status === 200) return;
  if (status !== 401) throw new ApiError(status, status === 0 ? 'NETWORK_ERROR' : 'SERVER_ERROR', '');
  if (stays) throw failure;
  await (await import('./session-end.ts')).leaveForSignIn();
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
