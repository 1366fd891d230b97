import { markBlocked } from '../session/blocked-session.ts';
import { forgetSession } from '../session/session-marker.ts';
import { LOGOUT_GUARD } from './limits.ts';

/** People who are on these pages already need not be redirected, and may be typing. */
const AUTH_PAGE = /^\/(login|register)\b/;

/** Why a page signs a person out by itself (docs/behaviour.md#connection). */
export type EndReason = 'auth_failure' | 'stuck_state' | 'recovery_failed' | 'multiple_failures';

let lastTime = Number.NEGATIVE_INFINITY;

/** Deletes what is stored for the ended session, but not what was typed, and redirects to the sign-in page, which says so and returns here. */
export function redirectToSignIn(reason?: EndReason): Promise<never> {
  return redirectOnce(() => {
    const query = new URLSearchParams({ expired: '1', ...(reason && { reason }), return: here() });
    forgetSession('expired');
    if (AUTH_PAGE.test(location.pathname)) return;
    location.replace(`/login?${query}`);
  });
}

/** Redirects to the page that says why a person is blocked. */
export function redirectToBlocked(details: unknown): Promise<never> {
  return redirectOnce(() => {
    const { reason, expires_at } = (details ?? {}) as { reason?: string; expires_at?: string };
    markBlocked();
    const query = new URLSearchParams({ reason: reason ?? '', expires_at: expires_at ?? '' });
    location.assign(`/blocked?${query}`);
  });
}

/** Redirects to the page that waits for the end of the maintenance and returns here. */
export function redirectToMaintenance(): Promise<never> {
  return redirectOnce(() => location.assign(`/maintenance?${new URLSearchParams({ return: here() })}`));
}

const here = () => location.pathname + location.search;

// Never settles, so that nothing reports an error while the browser is leaving.
function redirectOnce(redirect: () => void): Promise<never> {
  const now = Date.now();
  if (now - lastTime >= LOGOUT_GUARD) {
    lastTime = now;
    redirect();
  }
  return new Promise(() => {});
}
