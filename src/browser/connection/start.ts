import { ATTEMPT, OFFLINE, UNSENT } from '../core/names.ts';
import type { Failure } from '../core/request/attempts.ts';
import { SLOW } from '../core/request/limits.ts';

const connection = () => import('./connection.ts');

/** Loads the connection watcher on first use of the page, or on the first failure or form submission. */
export function startConnection(): void {
  const load = (failure?: Failure) =>
    void connection().then(
      (loaded) => loaded.watchConnection(failure),
      () => {},
    );
  addEventListener(ATTEMPT, (event) => {
    const { detail } = event as CustomEvent<Failure | null>;
    if (detail) load(detail);
  });
  for (const kind of ['pointermove', 'touchstart', 'keydown'])
    addEventListener(kind, () => setTimeout(load, SLOW), { once: true });
  addEventListener('offline', () => load());
  // After all listeners that handle a submission themselves.
  addEventListener('submit', guard);
  const { serviceWorker } = navigator;
  serviceWorker?.addEventListener('message', ({ data }) => {
    connection().then((loaded) => loaded.showFormUnsent(data));
  });
  if (import.meta.env.PROD) setTimeout(() => import('../idle.ts').catch(() => {}), SLOW);
  if ('seen' in document.documentElement.dataset || localStorage[OFFLINE]) load();
}

/** Holds a form back until the server answers: otherwise the browser's error page would replace everything typed. */
function guard(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented || form.method !== 'post') return;
  // The worker sends it and reports failures; but not files, which may take longer than its time limit.
  if (navigator.serviceWorker?.controller && form.enctype !== 'multipart/form-data') return;
  event.preventDefault();
  connection().then(
    (loaded) => loaded.sendForm(form, event.submitter),
    () => {
      // Every layout renders it.
      const region = document.querySelector('[data-no-answer]') as HTMLElement;
      region.innerHTML = region.dataset.noAnswer as string;
      form.dispatchEvent(new Event(UNSENT, { bubbles: true }));
      // Browsers do not retry a script that failed to load: they send the next form themselves.
      removeEventListener('submit', guard);
    },
  );
}
