import type { UnsentEvent } from './core/forms/unsent-forms.ts';
import type { Toast } from './core/notices/toast.ts';
import { hasModifier } from './core/page/modifiers.ts';
import { SLOW, TIMEOUT } from './core/request/limits.ts';

const KEY = 'loading-since';
const SHORTEST_MS = 350;
/** A download or a cancelled navigation leaves the page as it is: the bar then disappears. */
const LONGEST_MS = 10_000;

let timer = 0;
let slow = 0;
let since = 0;

/**
 * Shows the thin bar while the next page loads, and for at least 350 ms, if necessary on that page. A form without an
 * answer is named by a notice, as one that is sent in place.
 */
export function startLoadingBar(): void {
  const bar = document.querySelector<HTMLElement>('[data-loading-bar]');
  if (!bar) return;
  carryOver(bar);
  document.addEventListener('click', (event) => {
    if (isNavigation(event)) begin(bar, LONGEST_MS);
  });
  document.addEventListener('submit', ({ defaultPrevented, target, submitter }) => {
    if (defaultPrevented) return;
    const isPost = (target as HTMLFormElement).method === 'post';
    begin(bar, isPost ? TIMEOUT : LONGEST_MS);
    if (isPost) slow = window.setTimeout(name, SLOW, submitter);
  });
  const unsent: UnsentEvent = 'form:unsent';
  document.addEventListener(unsent, () => giveUp(bar));
  addEventListener('loading', (event) => follow(bar, (event as CustomEvent<boolean>).detail));
  addEventListener('pageshow', (event) => {
    if (event.persisted) hide(bar);
  });
}

// The form could not be sent: nobody waits any more.
function giveUp(bar: HTMLElement): void {
  hide(bar);
  for (const notice of document.querySelectorAll('.toast-loading')) notice.remove();
}

// By its event: another file would have to be loaded for the function.
function name(button: HTMLElement | null): void {
  const detail: Toast = { kind: 'loading', text: `${button?.textContent.trim()}…` };
  dispatchEvent(new CustomEvent('toast', { detail }));
}

function carryOver(bar: HTMLElement): void {
  const left = Number(sessionStorage.getItem(KEY)) + SHORTEST_MS - Date.now();
  sessionStorage.removeItem(KEY);
  if (left > 0) show(bar, Math.min(left, SHORTEST_MS));
}

function begin(bar: HTMLElement, longest: number): void {
  sessionStorage.setItem(KEY, String(Date.now()));
  show(bar, longest);
}

// Loading by a script: the bar stays until the content is there, and at least as long as for a page.
function follow(bar: HTMLElement, begins: boolean): void {
  if (begins) {
    since = Date.now();
    show(bar, LONGEST_MS);
  } else {
    show(bar, Math.max(0, since + SHORTEST_MS - Date.now()));
  }
}

function show(bar: HTMLElement, milliseconds: number): void {
  clearTimeout(timer);
  bar.hidden = false;
  timer = window.setTimeout(hide, milliseconds, bar);
}

function hide(bar: HTMLElement): void {
  bar.hidden = true;
  clearTimeout(slow);
  sessionStorage.removeItem(KEY);
}

function isNavigation(event: MouseEvent): boolean {
  if (event.defaultPrevented || hasModifier(event)) return false;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return false;
  return !(link.hash && link.pathname === location.pathname && link.search === location.search);
}
