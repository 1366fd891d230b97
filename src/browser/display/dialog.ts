import { type PageDialog, pageDialog } from '../core/dialog/page-dialog.ts';
import { requestOf, whileBusy } from '../core/forms/send.ts';
import { toast } from '../core/notices/toast.ts';
import { fetchPage } from '../core/page/fetch-page.ts';
import { hasModifier } from '../core/page/modifiers.ts';
import { showChanges } from '../core/page/show-changes.ts';
import { chooseDefaults, chosenIn, currentDisplay, type Display, show } from './display.ts';

const FORM = 'form[data-display-form]';
const BUTTON = '.display-button';

/**
 * Opens the display settings, whose choices show at once, over the page. Cancel, Escape, a press outside and Back show the
 * page as before; `opener` gets the focus back.
 */
export async function openDisplay(link: HTMLAnchorElement, opener: HTMLElement): Promise<void> {
  const before = currentDisplay();
  const dialog = pageDialog({
    opener,
    onLeave() {
      show(before);
      dialog.close();
    },
    onClose() {
      // The button may have been hidden meanwhile.
      if (!opener.isConnected)
        document.querySelector<HTMLElement>('.footer a[href="/accessibility"]')?.focus();
    },
  });
  const { element, body } = dialog;
  element.classList.replace('dialog-large', 'display-panel');
  await whileBusy(element, async () => {
    const { document: page } = await fetchPage(link.href);
    if (!page.querySelector(FORM) || !dialog.draw(page, link.href)) throw new Error(link.href);
    listen(dialog, (chosen, answer) => {
      show(chosen);
      dialog.close();
      toast('success', answer.querySelector('.flash p')?.textContent ?? '');
      // What the server draws otherwise, such as tables before charts.
      if (before['data-reader'] !== chosen['data-reader']) void showChanges({ opener });
    });
    body.querySelector<HTMLElement>('[data-panel-title]')?.focus();
  }).catch(() => location.assign(link.href));
}

function listen(dialog: PageDialog, onSaved: (chosen: Display, answer: Document) => void): void {
  const { element, body } = dialog;
  const form = body.querySelector(FORM) as HTMLFormElement;
  form.addEventListener('change', () => show(chosenIn(form)));
  element.addEventListener('mousedown', (event) => {
    if (event.target !== element || !isOutside(element, event)) return;
    // The press would take the focus from the opener.
    event.preventDefault();
    dialog.leave();
  });
  element.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[data-display-cancel]');
    if (!link || hasModifier(event)) return;
    event.preventDefault();
    dialog.leave();
  });
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    const { submitter } = event;
    if (submitter?.dataset.defaults) return chooseDefaults(form, submitter);
    const sent = event.target as HTMLFormElement;
    const chosen = chosenIn(form);
    const { address, sent: request } = requestOf(sent, submitter);
    // Without an answer the browser sends it as it would without scripts.
    whileBusy(element, async () => {
      const { document: answer, ok } = await fetchPage(address, request);
      if (!ok) throw new Error(address);
      if (sent === form) onSaved(chosen, answer);
      else turnButton(dialog, sent, answer);
    }).catch(() => sent.submit());
  });
}

function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** Hides the button of the settings for this visit, or shows it again; what has been chosen stays. */
function turnButton({ body }: PageDialog, form: HTMLFormElement, page: Document): void {
  const fresh = page.querySelector(`form[action="${form.getAttribute('action')}"][data-display-button]`);
  if (!fresh) return;
  form.replaceWith(fresh);
  fresh.querySelector('button')?.focus();
  const status = body.querySelector('[data-display-status]');
  if (status) status.textContent = page.querySelector('.flash p')?.textContent ?? '';
  const shown = page.querySelector(BUTTON);
  shown?.removeAttribute('aria-current');
  document.querySelector(BUTTON)?.remove();
  if (shown) document.querySelector('.header-tools')?.prepend(shown);
}
