import { hasModifier } from './modifiers.ts';

const KEY = 'loading-since';
const SHORTEST_MS = 350;
/** A download or a cancelled navigation leaves the page as it is: the bar then disappears. */
const LONGEST_MS = 10_000;

let timer = 0;
let since = 0;

/** Shows the thin bar while the next page loads, and for at least 350 ms, if necessary on that page. */
export function startLoadingBar(): void {
  const bar = document.querySelector<HTMLElement>('[data-loading-bar]');
  if (!bar) return;
  carryOver(bar);
  document.addEventListener('click', (event) => {
    if (isNavigation(event)) begin(bar);
  });
  document.addEventListener('submit', (event) => {
    if (!event.defaultPrevented) begin(bar);
  });
  addEventListener('loading', (event) => follow(bar, (event as CustomEvent<boolean>).detail));
  addEventListener('pageshow', (event) => {
    if (event.persisted) hide(bar);
  });
}

function carryOver(bar: HTMLElement): void {
  const left = Number(sessionStorage.getItem(KEY)) + SHORTEST_MS - Date.now();
  sessionStorage.removeItem(KEY);
  if (left > 0) show(bar, Math.min(left, SHORTEST_MS));
}

function begin(bar: HTMLElement): void {
  sessionStorage.setItem(KEY, String(Date.now()));
  show(bar, LONGEST_MS);
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
  sessionStorage.removeItem(KEY);
}

function isNavigation(event: MouseEvent): boolean {
  if (event.defaultPrevented || hasModifier(event)) return false;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return false;
  return !(link.hash && link.pathname === location.pathname && link.search === location.search);
}
