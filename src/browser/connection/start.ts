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
  const { serviceWorker } = navigator;
  // The worker says why it could not send a form.
  serviceWorker?.addEventListener('message', ({ data }) => {
    void import('./connection.ts').then(({ sayFormUnsent }) => sayFormUnsent(data));
  });
  const { performance } = document.documentElement.dataset;
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  // Whoever saves battery or data has nothing stored ahead (specification, section 4), nor who has just cleared all.
  const stores = performance !== 'battery' && !connection?.saveData && location.pathname !== '/clear-data';
  if (import.meta.env.PROD && stores) {
    const register = () =>
      serviceWorker?.register(`/worker.js?${BUILD.slice(0, 8)}`, { updateViaCache: 'all' });
    addEventListener('load', () => setTimeout(register, SLOW));
  }
  if ('seen' in document.documentElement.dataset || localStorage.waiting) load();
}
