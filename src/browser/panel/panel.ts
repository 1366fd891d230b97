import { coverPage, uncoverPage } from '../core/dialog/over-page.ts';
import { fetchPage, showLoading } from '../core/page/fetch-page.ts';
import { hasModifier } from '../core/page/modifiers.ts';
import { addStyles, drawPanel, mainOf } from '../core/page/parts.ts';
import { showChanges } from '../core/page/show-changes.ts';
import { noteChange } from '../core/session/data-version.ts';
import { insertForScripts } from '../insert-for-scripts.ts';
import { isWithin } from './place.ts';
import { type Unsaved, watchUnsaved } from './unsaved.ts';

/** The main part of a page, or its view for panels, in a dialog over another page; forms work inside the dialog. */
interface Panel {
  dialog: HTMLDialogElement;
  body: HTMLElement;
  /** The link that leads to the page inside. */
  page: HTMLAnchorElement;
  /** The path of that page, below which forms lead to others. */
  place: string;
  /** The address of the page inside. */
  address: string;
  unsaved: Unsaved;
  /** Whether a form has been sent, so that the page behind may be out of date. */
  changed: boolean;
  busy: boolean;
}

/** Pages that have a view for panels, below their own address: less than the page, for a look at it. */
const WITH_VIEW = /^\/(categories|recurring)$/;

/** Opens the page of a link over the current one; `from` gets the focus back, otherwise the link. */
export async function openPanel(link: HTMLAnchorElement, from: HTMLElement = link): Promise<void> {
  // The setup guide moves through its steps by itself.
  if (/^\/setup\b/.test(link.pathname)) return (await import('../setup/dialog.ts')).openSetup(link);
  if (document.querySelector('dialog[open]')) return;
  const menu = from.closest<HTMLDetailsElement>('details[data-menu]');
  const opener = menu?.querySelector('summary') ?? from;
  if (menu) menu.open = false;
  // The words are the same for every panel, so the page has them once.
  const { close: closeWord = '', openPage = '' } =
    document.querySelector<HTMLElement>('[data-open-page]')?.dataset ?? {};
  if (link.pathname === '/accessibility')
    return (await import('../display/dialog.ts')).openDisplay(link, opener, { close: closeWord, openPage });
  const { dialog, body, page } = drawPanel(closeWord, openPage, () => close(panel));
  dialog.classList.toggle('dialog-large', !/^\/(categories|recurring|export)$/.test(link.pathname));
  const panel: Panel = {
    dialog,
    body,
    page,
    // One legal text leads to another inside the dialog: what was typed on the page stays.
    place: link.pathname.replace(/^\/legal\/.*/, '/legal'),
    address: link.href,
    unsaved: watchUnsaved(dialog),
    changed: false,
    busy: false,
  };
  dialog.addEventListener('click', (event) => follow(panel, event));
  dialog.addEventListener('submit', (event) => send(panel, event));
  dialog.addEventListener('close', () => leave(panel, opener));
  await show(panel, link.href);
}

function follow(panel: Panel, event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (link === panel.page && !hasModifier(event)) {
    event.preventDefault();
    panel.unsaved.leave(() => {
      panel.unsaved.end();
      location.assign(panel.page.href);
    });
    return;
  }
  if (link?.getAttribute('href')?.startsWith('#')) {
    event.preventDefault();
    goWithin(panel, link.hash);
    return;
  }
  if (!link || hasModifier(event)) return;
  if (link.dataset.transaction) {
    // Its dialog takes the place of the panel.
    event.preventDefault();
    panel.dialog.addEventListener('close', () =>
      dispatchEvent(new Event(`transaction:${link.dataset.transaction}`)),
    );
    close(panel);
  } else if ('inside' in link.dataset || link.origin + link.pathname === location.origin + panel.place) {
    event.preventDefault();
    panel.unsaved.leave(() => void show(panel, link.href));
  }
}

/** To a part of the page inside; the address is that of the page behind. */
function goWithin({ body }: Panel, hash: string): void {
  const part = body.querySelector<HTMLElement>(`#${CSS.escape(hash.slice(1))}`);
  if (!part) return;
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
  part.scrollIntoView();
}

function close({ dialog, unsaved }: Panel): void {
  unsaved.leave(() => {
    dialog.close();
    uncoverPage();
  });
}

function send(panel: Panel, event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  event.preventDefault();
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, event.submitter)) fields.append(name, String(value));
  // A form without an `action` is sent to the page inside, not to the one behind.
  const address = new URL(form.getAttribute('action') ?? panel.address, panel.address);
  if (form.method === 'post') {
    panel.changed = true;
    void show(panel, address.href, { method: 'post', body: fields });
  } else {
    address.search = String(fields);
    void show(panel, address.href);
  }
}

async function show(panel: Panel, address: string, sent?: RequestInit): Promise<void> {
  if (panel.busy) return;
  panel.busy = true;
  showLoading(true);
  try {
    const { document: page, url } = await fetchPage(viewOf(address), {
      ...sent,
      headers: { 'in-panel': '1' },
    });
    if (sent) noteChange();
    const main = mainOf(page);
    if (!main || !isWithin(new URL(url).pathname, panel.place)) throw new Error(url);
    addStyles(page);
    panel.address = url;
    insertForScripts(main);
    panel.body.replaceChildren(...main.childNodes);
    panel.page.href = url.replace(/\/panel$/, '');
    const typed = (address: string) => {
      panel.page.href = address;
    };
    if (panel.place === '/exchange')
      (await import('../exchange/live.ts')).followCalculator(panel.body, typed);
    if (panel.place === '/export') (await import('../export/follow.ts')).followExport(panel.body, typed);
    panel.unsaved.begin(Boolean(sent));
    if (!panel.dialog.open) {
      panel.dialog.showModal();
      coverPage();
    }
    panel.body.scrollTop = 0;
    panel.body.querySelector<HTMLElement>('.error-summary, .flash, .conflict, [data-panel-title]')?.focus();
  } catch {
    // The session may have ended or the network may be gone: ordinary navigation shows the cause best.
    location.assign(sent ? panel.address : address);
  } finally {
    panel.busy = false;
    showLoading(false);
  }
}

function viewOf(address: string): string {
  const url = new URL(address);
  if (WITH_VIEW.test(url.pathname)) url.pathname += '/panel';
  return url.href;
}

function leave({ dialog, changed, unsaved }: Panel, opener: HTMLElement): void {
  unsaved.end();
  dialog.remove();
  opener.focus({ preventScroll: true });
  if (changed) void showChanges({ opener });
}
