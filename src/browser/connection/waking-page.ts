import { pauseAfter } from './attempts.ts';
import { reach } from './reach.ts';

const page = document.querySelector<HTMLElement>('[data-waking]');
if (page) void wake(page, backIn(location));

/** Asks until the server answers, and then opens the page that was asked for. */
async function wake(page: HTMLElement, back: string): Promise<void> {
  const tries = page.querySelector<HTMLElement>('[data-waking-tries]');
  const link = page.querySelector<HTMLAnchorElement>('[data-waking-back]');
  if (tries) tries.hidden = false;
  // The service worker has stored this page without the address to return to.
  if (link) link.href = back;
  addEventListener('offline', () => sayOffline(page));
  addEventListener('online', () => sayOffline(page));
  sayOffline(page);
  for (let sent = 1; ; sent++) {
    if (!document.hidden && navigator.onLine && (await reach()) === null) return location.replace(back);
    await new Promise((done) => setTimeout(done, pauseAfter(sent, true)));
  }
}

function sayOffline(page: HTMLElement): void {
  const status = page.querySelector<HTMLElement>('[data-waking-offline]');
  const text = navigator.onLine ? '' : (status?.dataset.wakingOffline ?? '');
  if (status && status.textContent !== text) status.textContent = text;
}

/** The page of ours that `return` names; never another site's. */
function backIn({ search, origin }: Location): string {
  const wanted = new URLSearchParams(search).get('return') ?? '/';
  const url = URL.parse(wanted, origin);
  return url?.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}
