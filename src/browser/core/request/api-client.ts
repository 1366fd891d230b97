import type { FetchOptions } from 'ofetch';
import { noteChange } from '../session/data-version.ts';
import { viewerOfPage } from '../session/viewer.ts';
import { isRepeated } from './idempotency.ts';
import { KEYED_TRIES, READ_TRIES } from './limits.ts';
import { ApiError, errorOf, request } from './request.ts';

export { ApiError };

interface ApiOptions extends Pick<FetchOptions<'json'>, 'method' | 'body' | 'query' | 'headers' | 'signal'> {
  /** For background requests that change nothing: a person who turns out to be signed out is not redirected. */
  background?: boolean;
  /** Called where the answer is the first one to its idempotency key again. */
  onRepeated?: () => void;
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
    else if (!options.background) await redirectElsewhere(error);
    if (error.status !== 401) throw error;
    return send<Data>(path, options);
  }
}

// Loaded on demand: for most people the session never ends while a page is open.
async function recover(failure: ApiError, { background }: ApiOptions): Promise<void> {
  const { renewSession } = await import('../session/session-end.ts');
  const { status } = await renewSession();
  if (status === 200) return;
  if (status !== 401) throw new ApiError(status, status === 0 ? 'NETWORK_ERROR' : 'SERVER_ERROR', '');
  if (background) throw failure;
  await (await import('../session/session-end.ts')).redirectToSignIn();
}

async function redirectElsewhere({ code, details }: ApiError): Promise<void> {
  if (code !== 'USER_BLOCKED' && code !== 'MAINTENANCE_MODE') return;
  const { redirectToBlocked, redirectToMaintenance } = await import('../session/session-end.ts');
  await (code === 'USER_BLOCKED' ? redirectToBlocked(details) : redirectToMaintenance());
}

async function send<Data>(
  path: string,
  { background: _, onRepeated, ...options }: ApiOptions,
): Promise<Data> {
  const { method = 'GET' } = options;
  // In another tab somebody else may have signed in since this page was opened.
  const person = method !== 'GET' && viewerOfPage();
  const headers = person ? { ...options.headers, 'For-Person': person } : options.headers;
  const answer = await request<{ data: Data }>(path, { ...options, headers, tries: triesOf(options) });
  if (answer.status >= 400) throw errorOf(answer);
  if (isRepeated(answer)) onRepeated?.();
  // Some answers have no envelope (docs/behaviour.md#answers-of-the-api).
  const body = answer._data;
  return body && 'data' in body ? body.data : (body as Data);
}

// Whatever changes something without a key might do so twice.
function triesOf({ method = 'GET', headers }: ApiOptions): number {
  if (method === 'GET') return READ_TRIES;
  return headers && 'Idempotency-Key' in headers ? KEYED_TRIES : 1;
}
