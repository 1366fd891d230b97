import { askHealth } from '../core/request/ask-health.ts';
import { pauseAfter } from '../core/request/attempts.ts';

/** How often in a row it leads to the same page, which leads back when it alone fails; then its link is left. */
const MOST_RETURNS = 3;
/** After this long, in milliseconds, it begins to count again. */
const FORGOTTEN_AFTER = 60_000;
/** The storage key of `[address, times, when]`: where it led to last. */
const KEY = 'woken';

const page = document.querySelector<HTMLElement>('[data-waking]');
if (page) void wake(page, backIn(location));

/** Asks until the server answers, and then opens the page that was asked for. */
async function wake(page: HTMLElement, back: string): Promise<void> {
  const tries = page.querySelector<HTMLElement>('[data-waking-tries]');
  const link = page.querySelector<HTMLAnchorElement>('[data-waking-back]');
  const times = timesLedTo(back);
  if (tries) tries.hidden = times >= MOST_RETURNS;
  // The service worker has stored this page without the address to return to.
  if (link) link.href = back;
  void offerStored(page);
  addEventListener('offline', () => sayOffline(page));
  addEventListener('online', () => sayOffline(page));
  sayOffline(page);
  if (times >= MOST_RETURNS) return;
  if (times > 0) await pause(times);
  for (let sent = 1; ; sent++) {
    if (!document.hidden && navigator.onLine && (await askHealth()) === null) {
      sessionStorage.setItem(KEY, JSON.stringify([back, times + 1, Date.now()]));
      return location.replace(back);
    }
    await pause(sent);
  }
}

function pause(sent: number): Promise<unknown> {
  return new Promise((done) => setTimeout(done, pauseAfter(sent, true)));
}

function timesLedTo(back: string): number {
  const [address, times, when] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  return address === back && Date.now() - when < FORGOTTEN_AFTER ? times : 0;
}

/** Leads to what was seen last, which can be read and added to meanwhile. */
async function offerStored(page: HTMLElement): Promise<void> {
  const link = page.querySelector<HTMLAnchorElement>('[data-waking-stored]');
  if (!link || !('caches' in window)) return;
  for (const path of ['/', '/transactions']) {
    if (!(await caches.match(path, { ignoreVary: true }))) continue;
    link.href = path;
    link.hidden = false;
    return;
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
