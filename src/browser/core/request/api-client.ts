import type { FetchOptions } from 'ofetch';
import { noteChange } from '../session/data-version.ts';
import { viewerOfPage } from '../session/viewer.ts';
import { isRepeated } from './idempotency.ts';
import { KEYED_TRIES, READ_TRIES } from './limits.ts';
import { ApiError, errorOf, request } from './request.ts';

export { ApiError };

interface ApiOptions extends Pick<FetchOptions<'json'>, 'method' | 'body' | 'query' | 'headers' | 'signal'> {
  /** Background requests change nothing, and do not redirect a signed-out person. */
  background?: boolean;
  /** Called when the answer repeats the first one to the idempotency key. */
  onRepeated?: () => void;
}

/**
 * Calls the API and returns the `data` of its answer. An expired access token is renewed once. Reads, and creations
 * with an idempotency key, are repeated when the server fails or cannot be reached. A call that may have changed
 * something, even a failed one, invalidates the cached answers.
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
    if (error.code === 'LOCKED') {
      await (await import('../dialog/ask-anyway.ts')).requireAnyway(error);
      return send<Data>(path, { ...options, query: { ...options.query, confirmLocked: true } });
    }
    if (error.status !== 401) throw error;
    return send<Data>(path, options);
  }
}

// Loaded on demand: most sessions never end while a page is open.
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
  // Another person may have signed in from another tab since.
  const person = method !== 'GET' && viewerOfPage();
  const headers = person ? { ...options.headers, 'For-Person': person } : options.headers;
  const answer = await request<{ data: Data }>(path, { ...options, headers, tries: triesOf(options) });
  if (answer.status >= 400) throw errorOf(answer);
  if (isRepeated(answer)) onRepeated?.();
  // Some answers have no envelope (docs/behaviour.md#answers-of-the-api).
  const body = answer._data;
  return body && 'data' in body ? body.data : (body as Data);
}

// A change without a key might be made twice.
function triesOf({ method = 'GET', headers }: ApiOptions): number {
  if (method === 'GET') return READ_TRIES;
  return headers && 'Idempotency-Key' in headers ? KEYED_TRIES : 1;
}
