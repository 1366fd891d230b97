import { type Failure, followAttempts } from './attempts.ts';
import { SLOW } from './limits.ts';

/**
 * Loads what watches the connection before anything can fail: soon after the first touch of a page, behind what the touch
 * itself loads, or else with the first failure. A page that is only looked at loads nothing.
 */
export function startConnection(): void {
  const load = (failure?: Failure) =>
    void import('./connection.ts').then(({ watchConnection }) => watchConnection(failure)).catch(() => {});
  followAttempts((failure) => failure && load(failure));
  for (const kind of ['pointermove', 'touchstart', 'keydown'])
    addEventListener(kind, () => setTimeout(load, SLOW), { once: true });
  addEventListener('offline', () => load());
  if ('seen' in document.documentElement.dataset) load();
}
