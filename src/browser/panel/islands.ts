import { restoreDisplay } from '../../stores/display.ts';
import { $guide } from '../../stores/setup-guide.ts';
import { uncoverPage } from '../core/dialog/dialog.ts';
import { type PageDialog, pageDialog } from '../core/dialog/page-dialog.ts';
import { whileBusy } from '../core/forms/send.ts';
import { fetchPage, showLoading } from '../core/page/fetch-page.ts';
import { loadAhead, takeOver } from '../dialogs/islands.ts';

/** Opens a page that has an island: its plain form at once, until React takes over. `opener` gets the focus back. */
export async function openIsland(link: HTMLAnchorElement, opener: HTMLElement): Promise<void> {
  const isGuide = link.pathname !== '/accessibility';
  // A guide over its own pages would show everything twice.
  if (isGuide && /^\/setup(\/|$)/.test(location.pathname)) return location.assign(link.href);
  loadAhead(isGuide ? 'guide' : 'display');
  const dialog = isGuide ? setupDialog(opener, link) : displayDialog(opener);
  await whileBusy(dialog.element, async () => {
    const { document: page, url } = await fetchPage(link.href, { headers: { 'in-panel': '1' } });
    if (!page.querySelector('[data-island]') || !dialog.draw(page, url)) throw new Error(url);
    dialog.body.querySelector<HTMLElement>('.flash, [data-panel-title]')?.focus();
    takeOver(dialog.body, dialog).catch(() => undefined);
  }).catch(() => location.assign(link.href));
}

/** The setup guide's dialog; once closed, it does not open automatically for a day. */
function setupDialog(opener: HTMLElement, link: HTMLAnchorElement): PageDialog {
  const dialog = pageDialog({ opener, onLeave: () => end(dialog) });
  const isPreview = new URL(link.href).searchParams.has('preview');
  $guide.set({ isPreview, changed: false, version: 0 });
  dialog.element.classList.add('setup-dialog');
  // Until the island is mounted, the browser sends the form: nothing is lost.
  dialog.element.addEventListener('submit', ({ defaultPrevented, target }) => {
    if (!defaultPrevented && target instanceof HTMLElement && 'warnUnsaved' in target.dataset)
      dialog.markSaved();
  });
  return dialog;
}

function end({ close, markSaved }: PageDialog): void {
  const { isPreview, changed } = $guide.get();
  markSaved();
  if (changed) uncoverPage();
  else close();
  if (isPreview) return;
  const body = new URLSearchParams({ quiet: 'true' });
  const closed = fetchPage('/setup/close', { method: 'post', body, redirect: 'manual', keepalive: true });
  closed.catch(() => {});
  if (!changed) {
    document.querySelector('[data-setup-card]')?.remove();
    return;
  }
  // Language and currency affect the whole page below, which stays covered until it is reloaded.
  const reload = () => location.reload();
  showLoading(true);
  closed.then(reload, reload);
}

/** The display settings dialog: choices apply at once; Cancel, Escape, Back or a press outside restore the page. */
function displayDialog(opener: HTMLElement): PageDialog {
  const dialog = pageDialog({
    opener,
    onLeave() {
      restoreDisplay();
      dialog.close();
    },
    onClose() {
      // The opener may have been hidden meanwhile.
      if (!opener.isConnected)
        document.querySelector<HTMLElement>('.footer a[href="/accessibility"]')?.focus();
    },
  });
  const { element } = dialog;
  element.classList.replace('dialog-large', 'display-panel');
  element.addEventListener('mousedown', (event) => {
    if (event.target !== element || !isOutside(element, event)) return;
    // Keeps the focus on the opener.
    event.preventDefault();
    dialog.leave();
  });
  return dialog;
}

function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
