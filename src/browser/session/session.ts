import { NOTICE_LEAD, REFRESH_LEAD } from '../../domain/sessions/times.ts';
import type { SessionKey } from '../core/session/session-marker.ts';

const KEY: SessionKey = 'session';

/**
 * Writes the session marker for the other tabs, and loads its watcher when something is due: another tab has another
 * session, the page is restored from the back-forward cache, a token or the session is about to expire, or the person
 * signs out.
 */
export function startSession(): void {
  const own = document.body.dataset.session ?? '';
  const [, accessEnds = 0, sessionEnds = 0] = own.split(' ').map(Number);
  const load = () => import('./watch.ts');
  const check = () => load().then(({ watchSession }) => watchSession());
  addEventListener('storage', ({ key }) => key === KEY && check());
  addEventListener('pageshow', ({ persisted }) => persisted && localStorage.getItem(KEY) !== own && check());
  if (own) setTimeout(check, Math.min(accessEnds - REFRESH_LEAD, sessionEnds - NOTICE_LEAD) - Date.now());
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('[action="/logout"]')) return;
    event.preventDefault();
    load().then(
      ({ signOut }) => signOut(),
      // Signing out deletes what waits: not unasked.
      () => localStorage.waiting ?? form.submit(),
    );
  });
  const last = localStorage.getItem(KEY);
  if (last?.endsWith('ending')) load().then(({ signOut }) => signOut());
  // A page of nobody leaves the mark to the other tabs that may still come to it.
  else if (own || last !== 'expired') localStorage.setItem(KEY, own);
}
