import { askHealth } from '../core/request/ask-health.ts';
import { pauseAfter } from '../core/request/attempts.ts';

/** How many times in a row it may lead to the same failing page before only its link is left. */
const MOST_RETURNS = 3;
/** Milliseconds after which the count starts again. */
const EXPIRES_AFTER = 60_000;
/** Storage key of `[address, times, when]`: the last page it led to. */
const KEY = 'woken';

const page = document.querySelector<HTMLElement>('[data-waking]');
if (page) void wake(page, backIn(location));

/** Waits until the server answers, then opens the requested page. */
async function wake(page: HTMLElement, back: string): Promise<void> {
  const tries = page.querySelector<HTMLElement>('[data-waking-tries]');
  const link = page.querySelector<HTMLAnchorElement>('[data-waking-back]');
  const starting = tries?.textContent ?? '';
  const times = timesLedTo(back);
  // The service worker stored this page without the return address.
  if (link) link.href = back;
  void offerStored(page);
  const show = () => {
    for (const element of page.querySelectorAll<HTMLElement>('[data-waking-offline]')) showOffline(element);
    if (tries) tries.hidden = times >= MOST_RETURNS || !navigator.onLine;
  };
  addEventListener('offline', show);
  addEventListener('online', show);
  show();
  if (times >= MOST_RETURNS) return;
  if (times > 0) await pause(times);
  for (let sent = 1; ; sent++) {
    if (!document.hidden && navigator.onLine) {
      const failure = await askHealth();
      if (failure === null) {
        sessionStorage.setItem(KEY, JSON.stringify([back, times + 1, Date.now()]));
        return location.replace(back);
      }
      // Nothing was reached: whether a server starts somewhere is not known.
      if (tries) tries.textContent = (failure === 'network' && tries.dataset.unreached) || starting;
    }
    await pause(sent);
  }
}

function pause(sent: number): Promise<unknown> {
  return new Promise((done) => setTimeout(done, pauseAfter(sent, true)));
}

function timesLedTo(back: string): number {
  const [address, times, when] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  return address === back && Date.now() - when < EXPIRES_AFTER ? times : 0;
}

/** Offers the last seen stored page, which can be read and added to meanwhile. */
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

/** What an element says without a connection; otherwise what the server has written. */
function showOffline(element: HTMLElement): void {
  const { dataset } = element;
  dataset.wakingOnline ??= element.textContent;
  const text = (navigator.onLine ? dataset.wakingOnline : dataset.wakingOffline) ?? '';
  if (element.textContent !== text) element.textContent = text;
}

/** The page named by `return`, of this origin only. */
function backIn({ search, origin }: Location): string {
  const path = new URLSearchParams(search).get('return') ?? '/';
  const url = URL.parse(path, origin);
  return url?.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}
