import { fetchPage } from '../core/page/fetch-page.ts';

const EVERY_MS = 2000;

const shown = document.querySelector<HTMLElement>('[data-follow]');

if (shown) setTimeout(() => follow(shown), EVERY_MS);

/** Shows the progress of long work without a reload, which a screen reader would read each time. */
async function follow(shown: HTMLElement): Promise<void> {
  try {
    const { document: page, ok } = await fetchPage(location.href, { redirect: 'manual' });
    const fresh = page.querySelector('[data-follow]');
    // Finished, or an error that the page itself shows.
    if (!ok || !fresh) return location.reload();
    for (const part of ['p', 'progress']) {
      const next = fresh.querySelector(`${part}[data-follow-part]`);
      if (next) shown.querySelector(`${part}[data-follow-part]`)?.replaceWith(next);
    }
  } catch {
    // Without a connection, try again.
  }
  setTimeout(() => follow(shown), EVERY_MS);
}
