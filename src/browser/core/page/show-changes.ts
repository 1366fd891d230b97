import { FOCUS, TOASTS } from '../names.ts';
import { type Toast, toast } from '../notices/toast.ts';
import {
  type FetchedPage,
  fetchPage,
  replaceEach,
  replaceParts,
  showLoading,
  withoutHash,
} from './fetch-page.ts';
import { focusOn, targetOf } from './focus-target.ts';

interface Change {
  /** Says what was done, once the page shows it. */
  notice?: Toast | undefined;
  /** A further notice, if there is something to say. */
  later?: Promise<Toast | undefined> | undefined;
  /** Whether it is said elsewhere, as is what is `later`, unless the page is reloaded. */
  isSaid?: boolean | undefined;
  /** This page as it is now, if it has been fetched already. */
  answer?: FetchedPage | undefined;
  /** The control that has the focus if the page has to be reloaded. */
  opener?: Element | null | undefined;
  /** How far the page is scrolled afterwards, where that is not as before. */
  scrolled?: number | undefined;
  /** The address of the row that has the focus afterwards, if it is on the page. */
  row?: string | undefined;
}

let latest = 0;

/**
 * Shows on this page what was changed elsewhere, such as in a dialog over it: fetches the page's own address and replaces
 * its parts. Focus, scroll position and whatever was typed stay. A page that cannot be shown in this way is reloaded.
 */
export async function showChanges({
  notice,
  later,
  isSaid,
  answer,
  opener,
  scrolled,
  row,
}: Change = {}): Promise<void> {
  latest += 1;
  const before = scrollY;
  const wasSeen = isSeen(document.activeElement);
  showLoading(true);
  if (await replaceAll(latest, answer).catch(() => false)) {
    showLoading(false);
    if (scrolled !== undefined) scrollTo({ top: scrolled, behavior: 'instant' });
    if (row) linkTo(row)?.focus({ preventScroll: true });
    // Its row may stand elsewhere now. Whoever has scrolled away from it stays there.
    if (wasSeen || scrolled !== undefined) bringIntoView(document.activeElement);
    if (notice && !isSaid) toast(notice.kind, notice.text, { ...notice, scrolled: before });
    if (!isSaid) void later?.then((found) => found && toast(found.kind, found.text));
    return;
  }
  for (const left of [notice, await later]) if (left) toastAfterNavigation(left);
  sessionStorage.setItem(FOCUS, JSON.stringify(targetOf(opener)));
  location.reload();
}

/** Focuses what had the focus before the page was reloaded. */
export function returnFocus(stored: string): void {
  focusOn(JSON.parse(stored));
}

/** Whether the page shows everything now; later changes are shown by those who follow them. */
async function replaceAll(mine: number, answer?: FetchedPage): Promise<boolean> {
  const main = document.getElementById('main');
  if (!main) return false;
  // A form that is being filled in shows nothing of it.
  if (main.querySelector('form[data-warn-unsaved]')) return true;
  const address = location.href;
  const { document: page, url, ok } = answer ?? (await fetchPage(address));
  if (mine !== latest) return true;
  // The person has opened another list meanwhile.
  if (address !== location.href) return replaceAll(mine);
  if (
    !ok ||
    !(main.querySelector('[data-list]') ? replaceParts(main, page, true) : replaceContent(main, page))
  )
    return false;
  document.title = page.title;
  // The last page of a list has gone with its only row.
  if (url !== withoutHash(address)) history.replaceState(history.state, '', url);
  return true;
}

/** Replaces the content of a page without marked parts; messages and the floating button stay. */
function replaceContent(main: HTMLElement, page: Document): boolean {
  const fresh = page.getElementById('main');
  if (!fresh) return false;
  const [old, now] = [contentOf(main), contentOf(fresh)];
  const isAlike = old.length === now.length && old.every((part, at) => part.localName === now[at]?.localName);
  if (isAlike) {
    replaceEach(old.map((part, at) => [part, now[at]]));
    return true;
  }
  const target = targetOf(document.activeElement);
  old[0]?.before(...now);
  for (const part of old) part.remove();
  if (document.activeElement === document.body) focusOn(target);
  return true;
}

const contentOf = (main: HTMLElement) =>
  [...main.children].filter(
    (part): part is HTMLElement =>
      part instanceof HTMLElement && !part.matches('.flash, .remark, .fab, script'),
  );

/**
 * Shows a message on the next page, after those that already wait: as a toast if that is this page again, and otherwise
 * where the server's messages are.
 */
export function toastAfterNavigation(toast: Toast): void {
  const waiting: Toast[] = JSON.parse(sessionStorage.getItem(TOASTS) ?? '[]');
  sessionStorage.setItem(TOASTS, JSON.stringify([...waiting, { ...toast, from: location.pathname }]));
}

export function linkTo(address: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.row-link[href^="${CSS.escape(address)}"]`);
}

/** Whether any of a control is within the window. */
export function isSeen(control: Element | null): boolean {
  const { top, bottom } = control?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return bottom > 0 && top < innerHeight;
}

/** Scrolls as far as it takes to see a control with its row; what is higher than the window stays where it is. */
export function bringIntoView(control: Element | null): void {
  const whole = control?.closest('tr') ?? control;
  if (whole && whole.getBoundingClientRect().height < innerHeight) whole.scrollIntoView({ block: 'nearest' });
}
