import { errorOf, request } from './request.ts';
import { redirectToBlocked } from './session-end.ts';

/**
 * The result of a renewal: 200 with the seconds until the new token expires, 401 for a session that has ended, 0
 * without an answer.
 */
interface Renewal {
  status: number;
  seconds: number;
}

let renewing: Promise<Renewal> | null = null;

/**
 * Renews the access token, once for all concurrent callers: a second request would send a token that is already used.
 */
export function renewSession(): Promise<Renewal> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(): Promise<Renewal> {
  const options = { method: 'POST' };
  const answer = await request<{ data?: { expiresIn?: number } }>('/users/refresh-token', options).catch(
    () => undefined,
  );
  // An answer that is not JSON is not the server's own.
  if (typeof answer?._data !== 'object') return { status: 0, seconds: 0 };
  const { code, details } = errorOf(answer);
  if (code === 'USER_BLOCKED') return redirectToBlocked(details);
  return { status: answer.status, seconds: answer._data.data?.expiresIn ?? 0 };
}
