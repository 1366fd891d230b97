import { markBlocked } from '../stores/blocked-session.ts';
import { forgetSession } from '../stores/session-marker.ts';

/** People who are on these pages already need not be redirected, and may be typing. */
const AUTH_PAGE = /^\/(login|register)\b/;

/** Requests that fail together redirect once (specification, section 9). */
const GUARD_MS = 2000;

let lastTime = Number.NEGATIVE_INFINITY;

/** Deletes the marker of the ended session and redirects to the sign-in page, which says so and returns here. */
export function redirectToSignIn(): Promise<never> {
  return redirectOnce(() => {
    const here = location.pathname + location.search;
    forgetSession();
    if (AUTH_PAGE.test(location.pathname)) return;
    location.replace(`/login?expired=1&return=${encodeURIComponent(here)}`);
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

// Never settles, so that nothing reports an error while the browser is leaving.
function redirectOnce(redirect: () => void): Promise<never> {
  const now = Date.now();
  if (now - lastTime >= GUARD_MS) {
    lastTime = now;
    redirect();
  }
  return new Promise(() => {});
}
