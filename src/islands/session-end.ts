import { markBlocked } from '../stores/blocked-session.ts';
import { forgetSession } from '../stores/session-marker.ts';

/** Whoever is there already need not be led there, and may be typing. */
const AUTH_PAGE = /^\/(login|register)\b/;

/** Requests that fail together lead away once (specification, section 9). */
const GUARD_MS = 2000;

let lastTime = Number.NEGATIVE_INFINITY;

/** Forgets the session that has ended and leads to the sign-in page, which says so and leads back here. */
export function leaveForSignIn(): Promise<never> {
  return leave(() => {
    const here = location.pathname + location.search;
    forgetSession();
    if (AUTH_PAGE.test(location.pathname)) return;
    location.replace(`/login?expired=1&return=${encodeURIComponent(here)}`);
  });
}

/** Leads to the page that says why somebody is blocked. */
export function leaveBlocked(details: unknown): Promise<never> {
  return leave(() => {
    const { reason, expires_at } = (details ?? {}) as { reason?: string; expires_at?: string };
    markBlocked();
    const query = new URLSearchParams({ reason: reason ?? '', expires_at: expires_at ?? '' });
    location.assign(`/blocked?${query}`);
  });
}

// Never settles, so that nothing reports an error while the browser is leaving.
function leave(go: () => void): Promise<never> {
  const now = Date.now();
  if (now - lastTime >= GUARD_MS) {
    lastTime = now;
    go();
  }
  return new Promise(() => {});
}
