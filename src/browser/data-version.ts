import type { DataVersionKey } from '../stores/data-version.ts';

const KEY: DataVersionKey = 'data-version';

/** While a form is on its way nobody knows what has changed; the next page, in whichever tab, begins a new version. */
export function followChanges(): void {
  if (!localStorage.getItem(KEY)) localStorage.setItem(KEY, String(Math.random()));
  document.addEventListener('submit', (event) => {
    const { method } = event.target as HTMLFormElement;
    if (!event.defaultPrevented && method === 'post') localStorage.removeItem(KEY);
  });
}
