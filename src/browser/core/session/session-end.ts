import { LOGOUT_GUARD } from '../request/limits.ts';
import { errorOf, request } from '../request/request.ts';
import { forgetSession } from './session-marker.ts';
import { markBlocked } from './viewer.ts';

/** A renewal: status 200 with the new token's seconds, 401 for an ended session, 0 without an answer. */
interface Renewal {
  status: number;
  seconds: number;
}

let renewing: Promise<Renewal> | null = null;

/** Renews the access token once for concurrent callers: a second request would send a used token. */
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
  // An answer that is not JSON comes from a proxy.
  if (typeof answer?._data !== 'object') return { status: 0, seconds: 0 };
  const { code, details } = errorOf(answer);
  if (code === 'USER_BLOCKED') return redirectToBlocked(details);
  return { status: answer.status, seconds: answer._data.data?.expiresIn ?? 0 };
}

/** Whether the server accepts this browser's session; an expired token is renewed first. */
export async function validateSession(): Promise<'valid' | 'refused' | 'unanswered'> {
  const answer = await request('/auth-status').catch(() => null);
  if (!answer) return 'unanswered';
  const { code, details } = errorOf(answer);
  if (code === 'USER_BLOCKED') return redirectToBlocked(details);
  const status = answer.status === 401 ? (await renewSession()).status : answer.status;
  if (status === 401) return 'refused';
  return status > 0 && status < 500 ? 'valid' : 'unanswered';
}

/** No redirect from these pages, where the person may be typing. */
const AUTH_PAGE = /^\/(login|register)\b/;

/** Why a page signs a person out (docs/behaviour.md#connection). */
export type EndReason = 'auth_failure' | 'stuck_state' | 'recovery_failed' | 'multiple_failures';

let lastTime = Number.NEGATIVE_INFINITY;

/** Deletes the ended session's stored data, except drafts, and opens the sign-in page, which returns here. */
export function redirectToSignIn(reason?: EndReason): Promise<never> {
  return redirectOnce(() => {
    const query = new URLSearchParams({ expired: '1', ...(reason && { reason }), return: here() });
    forgetSession('expired');
    if (AUTH_PAGE.test(location.pathname)) return;
    location.replace(`/login?${query}`);
  });
}

export function redirectToBlocked(details: unknown): Promise<never> {
  return redirectOnce(() => {
    const { reason, expires_at } = (details ?? {}) as { reason?: string; expires_at?: string };
    markBlocked();
    const query = new URLSearchParams({ reason: reason ?? '', expires_at: expires_at ?? '' });
    location.assign(`/blocked?${query}`);
  });
}

export function redirectToMaintenance(): Promise<never> {
  return redirectOnce(() => location.assign(`/maintenance?${new URLSearchParams({ return: here() })}`));
}

const here = () => location.pathname + location.search;

// Never settles, so that callers report no error while the browser leaves.
function redirectOnce(redirect: () => void): Promise<never> {
  const now = Date.now();
  if (now - lastTime >= LOGOUT_GUARD) {
    lastTime = now;
    redirect();
  }
  return new Promise(() => {});
}
