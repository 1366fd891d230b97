import { NOTICE_LEAD, REFRESH_LEAD } from '../../domain/sessions/times.ts';
import { OFFLINE, SESSION } from '../core/names.ts';

/** Writes the session marker for other tabs, and loads the watcher when something is due. */
export function startSession(): void {
  const marker = document.body.dataset.session ?? '';
  const [, accessEnds = 0, sessionEnds = 0] = marker.split(' ').map(Number);
  const load = () => import('./watch.ts');
  const check = () => load().then(({ watchSession }) => watchSession());
  const signOut = () => load().then(({ signOut }) => signOut());
  window.addEventListener('storage', ({ key }) => key === SESSION && check());
  window.addEventListener(
    'pageshow',
    ({ persisted }) => persisted && localStorage.getItem(SESSION) !== marker && check(),
  );
  if (marker) setTimeout(check, Math.min(accessEnds - REFRESH_LEAD, sessionEnds - NOTICE_LEAD) - Date.now());
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.matches('[action="/logout"]')) return;
    event.preventDefault();
    // Signing out deletes unsent entries, so it must not happen without asking.
    signOut().catch(() => localStorage[OFFLINE] ?? form.submit());
  });
  const last = localStorage.getItem(SESSION);
  if (last?.endsWith('ending')) signOut();
  // A page without a session leaves the mark to tabs that may still read it.
  else if (marker || last !== 'expired') localStorage.setItem(SESSION, marker);
}
