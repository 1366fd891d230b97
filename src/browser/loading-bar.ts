import { UNSENT } from './core/names.ts';
import { toast } from './core/notices/toast.ts';
import { hasModifier } from './core/page/modifiers.ts';
import { SLOW, TIMEOUT } from './core/request/limits.ts';

const KEY = 'loading';
const SHORTEST_MS = 350;
/** Hides the bar after a download or a cancelled navigation, which leave the page in place. */
const LONGEST_MS = 10_000;

// Every layout renders it.
const bar = document.querySelector('[data-loading-bar]') as HTMLElement;

let timer = 0;
let slow = 0;
let since = 0;

/** Shows the bar while the next page loads, for at least 350 ms, if necessary on that page. */
export function startLoadingBar(): void {
  const left = Number(sessionStorage.getItem(KEY)) + SHORTEST_MS - Date.now();
  sessionStorage.removeItem(KEY);
  if (left > 0) show(Math.min(left, SHORTEST_MS));
  document.addEventListener('click', (event) => {
    if (isNavigation(event)) begin(LONGEST_MS);
  });
  // The form could not be sent: nothing is loading.
  document.addEventListener(UNSENT, () => {
    hide();
    for (const notice of document.querySelectorAll('.toast-loading')) notice.remove();
  });
  // Loading by script keeps the bar until the content is there, for the same minimum.
  addEventListener('loading', (event) => {
    const begins = (event as CustomEvent<boolean>).detail;
    if (begins) since = Date.now();
    show(begins ? LONGEST_MS : since + SHORTEST_MS - Date.now());
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) hide();
  });
}

/** Shows that a form is being sent; a slow POST is named by a notice. */
export function showSending(isPost: boolean, submitter: HTMLElement | null): void {
  begin(isPost ? TIMEOUT : LONGEST_MS);
  if (isPost) slow = window.setTimeout(() => toast('loading', `${submitter?.textContent.trim()}…`), SLOW);
}

function begin(longest: number): void {
  sessionStorage.setItem(KEY, String(Date.now()));
  show(longest);
}

function show(milliseconds: number): void {
  clearTimeout(timer);
  bar.hidden = false;
  timer = window.setTimeout(hide, milliseconds);
}

function hide(): void {
  bar.hidden = true;
  clearTimeout(slow);
  sessionStorage.removeItem(KEY);
}

function isNavigation(event: MouseEvent): boolean {
  if (event.defaultPrevented || hasModifier(event)) return false;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]:not([target], [download])');
  if (link?.origin !== location.origin) return false;
  return !(link.hash && link.pathname === location.pathname && link.search === location.search);
}
