import { request } from './request.ts';
import { redirectToBlocked } from './session-end.ts';

/**
 * The result of a renewal: 200 with the seconds until the new token expires, 401 for a session that has ended, 0
 * without an answer.
 */
interface Renewal {
  status: number;
  seconds: number;
}

interface Answer {
  data?: { expiresIn?: number };
  error?: { code?: string; details?: unknown };
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
  const how = { method: 'POST', ignoreResponseError: true } as const;
  const answer = await request.raw<Answer>('/users/refresh-token', how).catch(() => undefined);
  const body = answer?._data;
  const { data, error } = body ?? {};
  if (error?.code === 'USER_BLOCKED') return redirectToBlocked(error.details);
  // An answer that is not JSON is not the server's own.
  return { status: typeof body === 'object' && answer ? answer.status : 0, seconds: data?.expiresIn ?? 0 };
}
