import type { FetchOptions } from 'ofetch';
import { noteChange } from '../stores/data-version.ts';
import { ApiError, asApiError, request, TIMEOUT } from './request.ts';

export { ApiError };

interface ApiOptions extends Pick<FetchOptions<'json'>, 'method' | 'body' | 'query' | 'headers' | 'signal'> {
  /** For background requests that change nothing: a person who turns out to be signed out is not redirected. */
  background?: boolean;
}

/**
 * Calls the API and returns the `data` of its answer. An expired access token is renewed once and the call repeated. So
 * is a read, and a creation that has an idempotency key, when the server fails or cannot be reached.
 * Any call that may have changed something, even a failed one, invalidates the cached answers.
 * @throws ApiError
 */
export async function api<Data>(path: string, options: ApiOptions = {}): Promise<Data> {
  try {
    return await signedIn<Data>(path, options);
  } finally {
    if (options.method && options.method !== 'GET' && !options.background) noteChange();
  }
}

async function signedIn<Data>(path: string, options: ApiOptions): Promise<Data> {
  try {
    return await send<Data>(path, options);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) await recover(error, options);
    else if (error.code === 'USER_BLOCKED' && !options.background) {
      return (await import('./session-end.ts')).redirectToBlocked(error.details);
    } else throw error;
    return send<Data>(path, options);
  }
}

// Loaded on demand: for most people the session never ends while a page is open.
async function recover(failure: ApiError, { background }: ApiOptions): Promise<void> {
  const { renewSession } = await import('./renew-session.ts');
  const { status } = await renewSession();
  if (status === 200) return;
  if (status !== 401) throw new ApiError(status, status === 0 ? 'NETWORK_ERROR' : 'SERVER_ERROR', '');
  if (background) throw failure;
  await (await import('./session-end.ts')).redirectToSignIn();
}

async function send<Data>(path: string, { background: _, ...options }: ApiOptions): Promise<Data> {
  // One time limit for all attempts: ofetch has none for its repetitions.
  const signal = options.signal ?? AbortSignal.timeout(TIMEOUT);
  try {
    return (await request<{ data: Data }>(path, { ...options, signal, retry: repeatsOf(options) })).data;
  } catch (error) {
    throw asApiError(error);
  }
}

// Specification, section 9. Whatever changes something without a key might do so twice.
function repeatsOf({ method = 'GET', headers }: ApiOptions): number {
  if (method === 'GET') return 2;
  return headers && 'Idempotency-Key' in headers ? 1 : 0;
}
