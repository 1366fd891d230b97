import { uncovered } from '../core/dialog/dialog.ts';
import { type PageDialog, pageDialog } from '../core/dialog/page-dialog.ts';
import { formRequest, whileBusy } from '../core/forms/send.ts';
import { fetchPage } from '../core/page/fetch-page.ts';
import { hasModifier } from '../core/page/modifiers.ts';
import { showChanges } from '../core/page/show-changes.ts';
import { dataVersion, noteChange } from '../core/session/data-version.ts';

/** A dialog with the main part of a page, or its view for panels; forms work inside it. */
interface Panel extends PageDialog {
  /** The path of that page, below which forms may lead. */
  place: string;
  address: string;
  changed: boolean;
}

/** Pages with a shorter view for panels, at `/panel` below their address. */
const WITH_VIEW = /^\/(categories|recurring)$/;

const LIVE: Record<string, () => Promise<(body: HTMLElement, show: (address: string) => void) => void>> = {
  '/exchange': async () => (await import('../forms/live-form.ts')).followCalculator,
  '/export': async () => (await import('../export.ts')).followExport,
};

/** Opens the page of a link over the current one; `opener` gets the focus back. */
export async function openPanel(link: HTMLAnchorElement, opener: HTMLElement = link): Promise<void> {
  if (document.querySelector('dialog[open]')) return;
  const menu = opener.closest<HTMLDetailsElement>('details[data-menu]');
  if (menu) menu.open = false;
  // Pages with an island have their own dialogs.
  if (/^\/(setup|accessibility)\b/.test(link.pathname))
    return (await import('./islands.ts')).openIsland(link, opener);
  const dialog = pageDialog({
    opener,
    onClose: () => panel.changed && void showChanges({ opener }),
  });
  const panel: Panel = {
    ...dialog,
    // Legal texts link to each other inside the dialog, so that values typed on the page stay.
    place: link.pathname.replace(/^\/legal\/.*/, '/legal'),
    address: link.href,
    changed: false,
  };
  const { element } = panel;
  element.classList.toggle('dialog-large', !/^\/(categories|recurring|export)$/.test(link.pathname));
  element.addEventListener('click', (event) => follow(panel, event));
  element.addEventListener('submit', (event) => send(panel, event));
  await show(panel, link.href);
}

function follow(panel: Panel, event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link) return;
  const isOfPage = link.getAttribute('href')?.startsWith('#');
  if (hasModifier(event) && !isOfPage) return;
  const isInside = 'inside' in link.dataset || link.origin + link.pathname === location.origin + panel.place;
  if (link !== panel.page && !isOfPage && !link.dataset.transaction && !isInside) return;
  event.preventDefault();
  if (isOfPage) goWithin(panel, link.hash);
  else panel.leave(() => goTo(panel, link));
}

function goTo(panel: Panel, link: HTMLAnchorElement): void {
  const { transaction } = link.dataset;
  if (link === panel.page) {
    panel.markSaved();
    location.assign(link.href);
  } else if (transaction) {
    // The transaction's dialog replaces the panel, which shows afterwards what was saved.
    panel.close();
    returnAfterSaving(panel);
    dispatchEvent(new Event(`transaction:${transaction}`));
  } else void show(panel, link.href);
}

function returnAfterSaving({ place, opener }: Panel): void {
  const before = dataVersion();
  const reopen = async () => {
    if (dataVersion() === before) return;
    await uncovered();
    await openPanel(Object.assign(document.createElement('a'), { href: place }), opener);
  };
  addEventListener('transaction:closed', () => void reopen(), { once: true });
}

/** Scrolls to a part of the page inside; the address is that of the page behind. */
function goWithin({ body }: Panel, hash: string): void {
  const part = body.querySelector<HTMLElement>(`#${CSS.escape(hash.slice(1))}`);
  if (!part) return;
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
  part.scrollIntoView();
}

function send(panel: Panel, event: SubmitEvent): void {
  event.preventDefault();
  const { address, sent } = formRequest(event.target as HTMLFormElement, event.submitter, panel.address);
  panel.changed ||= Boolean(sent);
  void show(panel, address, sent);
}

async function show(panel: Panel, address: string, sent?: RequestInit): Promise<void> {
  await whileBusy(panel.element, async () => {
    const { document: page, url } = await fetchPage(viewOf(address), {
      ...sent,
      headers: { 'in-panel': '1' },
    });
    if (sent) noteChange();
    const typed = (at: string) => {
      panel.page.href = at;
    };
    if (!`${new URL(url).pathname}/`.startsWith(`${panel.place}/`)) throw new Error(url);
    const follow = await LIVE[panel.place]?.();
    if (!panel.draw(page, url.replace(/\/panel$/, ''), Boolean(sent))) throw new Error(url);
    panel.address = url;
    follow?.(panel.body, typed);
    panel.body.scrollTop = 0;
    const notice = panel.body.querySelector<HTMLElement>('.error-summary, .flash, .conflict');
    (notice ?? panel.element.querySelector<HTMLElement>('[data-panel-title]'))?.focus();
    // If the session ended or the network is down, ordinary navigation shows the cause best.
  }).catch(() => location.assign(sent ? panel.address : address));
}

function viewOf(address: string): string {
  const url = new URL(address);
  if (WITH_VIEW.test(url.pathname)) url.pathname += '/panel';
  return url.href;
}
