import { fetchPage } from '../core/page/fetch-page.ts';

const EVERY_MS = 2000;

const shown = document.querySelector<HTMLElement>('[data-follow]');

if (shown) setTimeout(() => follow(shown), EVERY_MS);

/** Shows how far long work is without loading the page anew, which a screen reader would read each time. */
async function follow(shown: HTMLElement): Promise<void> {
  try {
    const { document: page, ok } = await fetchPage(location.href, { redirect: 'manual' });
    const now = page.querySelector('[data-follow]');
    // It is finished and leads on; or there is an error, which the page itself shows.
    if (!ok || !now) return location.reload();
    for (const part of ['p', 'progress']) {
      const next = now.querySelector(`${part}[data-follow-part]`);
      if (next) shown.querySelector(`${part}[data-follow-part]`)?.replaceWith(next);
    }
  } catch {
    // Without a connection it is tried again.
  }
  setTimeout(() => follow(shown), EVERY_MS);
}
