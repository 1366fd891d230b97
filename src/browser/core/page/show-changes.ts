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
import { focusOn, focusTargetOf } from './focus-target.ts';

interface Change {
  notice?: Toast | undefined;
  later?: Promise<Toast | undefined> | undefined;
  /** Whether the notices are shown elsewhere, unless the page is reloaded. */
  isShown?: boolean | undefined;
  answer?: FetchedPage | undefined;
  /** The control to focus if the page has to be reloaded. */
  opener?: Element | null | undefined;
  /** How far to scroll afterwards; as before if missing. */
  scrolled?: number | undefined;
  /** The address of the row to focus afterwards, if it is on the page. */
  row?: string | undefined;
}

let latest = 0;

/** Updates this page after a change elsewhere; focus, scroll and typed values stay. Reloads it where that fails. */
export async function showChanges({
  notice,
  later,
  isShown,
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
    // Its row may have moved; a person who had scrolled away stays there.
    if (wasSeen || scrolled !== undefined) bringIntoView(document.activeElement);
    if (isShown) return;
    const shown = notice && { ...notice, scrolled: before };
    if (shown) toast(shown.kind, shown.text, shown);
    void later?.then((remark) => remark && toast(remark.kind, remark.text, { about: shown }));
    return;
  }
  const remark = await later;
  for (const message of [notice, remark && { ...remark, about: notice }])
    if (message) toastAfterNavigation(message);
  sessionStorage.setItem(FOCUS, JSON.stringify(focusTargetOf(opener)));
  location.reload();
}

export function returnFocus(stored: string): void {
  focusOn(JSON.parse(stored));
}

/** Whether the page is up to date; a later call handles later changes. */
async function replaceAll(version: number, answer?: FetchedPage): Promise<boolean> {
  const main = document.getElementById('main');
  if (!main) return false;
  // A form that is being filled in must not be replaced.
  if (main.querySelector('form[data-warn-unsaved]')) return true;
  const address = location.href;
  const { document: page, url, ok } = answer ?? (await fetchPage(address));
  if (version !== latest) return true;
  // The person has opened another list meanwhile.
  if (address !== location.href) return replaceAll(version);
  if (
    !ok ||
    !(main.querySelector('[data-list]') ? replaceParts(main, page, true) : replaceContent(main, page))
  )
    return false;
  document.title = page.title;
  // The list's last page is gone with its only row.
  if (url !== withoutHash(address)) history.replaceState(history.state, '', url);
  return true;
}

/** Replaces the content of a page without marked parts; messages and the floating button stay. */
function replaceContent(main: HTMLElement, page: Document): boolean {
  const fresh = page.getElementById('main');
  if (!fresh) return false;
  const [old, now] = [contentOf(main), contentOf(fresh)];
  const isAlike =
    old.length === now.length && old.every((part, index) => part.localName === now[index]?.localName);
  if (isAlike) {
    replaceEach(old.map((part, index) => [part, now[index]]));
    return true;
  }
  const target = focusTargetOf(document.activeElement);
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

/** Queues a message for the next page: a toast if that is this page again, else a message like the server's. */
export function toastAfterNavigation(toast: Toast): void {
  const waiting: Toast[] = JSON.parse(sessionStorage.getItem(TOASTS) ?? '[]');
  sessionStorage.setItem(TOASTS, JSON.stringify([...waiting, { ...toast, from: location.pathname }]));
}

export function linkTo(address: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.row-link[href^="${CSS.escape(address)}"]`);
}

export function isSeen(control: Element | null): boolean {
  const { top, bottom } = control?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return bottom > 0 && top < innerHeight;
}

/** Scrolls a control and its row into view, unless they are higher than the window. */
export function bringIntoView(control: Element | null): void {
  const whole = control?.closest('tr') ?? control;
  if (whole && whole.getBoundingClientRect().height < innerHeight) whole.scrollIntoView({ block: 'nearest' });
}
