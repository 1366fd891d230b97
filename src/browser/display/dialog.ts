import { coverPage, uncoverPage } from '../core/dialog/over-page.ts';
import { toast } from '../core/notices/toast.ts';
import { fetchPage, showLoading } from '../core/page/fetch-page.ts';
import { hasModifier } from '../core/page/modifiers.ts';
import { drawPanel, mainOf } from '../core/page/parts.ts';
import { showChanges } from '../core/page/show-changes.ts';
import { chooseDefaults } from './choose-defaults.ts';
import { chosenIn, currentDisplay, type Display, show } from './display.ts';

/** The display settings over a page: the form of `/accessibility`, whose choices show at once. */
interface Settings {
  dialog: HTMLDialogElement;
  form: HTMLFormElement;
  /** How the page is shown unless the choices are saved. */
  before: Display;
  opener: HTMLElement;
  busy: boolean;
}

const FORM = 'form[data-display-form]';
const BUTTON = '.display-button';

/**
 * Opens the form that a link leads to. Cancel, Escape, a press outside and Back show the page as before; `opener` gets
 * the focus back.
 */
export async function openDisplay(
  link: HTMLAnchorElement,
  opener: HTMLElement,
  words: { close: string; openPage: string },
): Promise<void> {
  showLoading(true);
  try {
    const { document: page } = await fetchPage(link.href);
    const main = mainOf(page);
    const { dialog, body, page: pageLink } = drawPanel(words.close, words.openPage, () => cancel(settings));
    body.replaceChildren(...(main?.childNodes ?? []));
    const form = body.querySelector<HTMLFormElement>(FORM);
    if (!form) throw new Error(link.href);
    pageLink.href = link.href;
    dialog.classList.replace('dialog-large', 'display-panel');
    const settings: Settings = { dialog, form, before: currentDisplay(), opener, busy: false };
    listen(settings);
    dialog.showModal();
    coverPage();
    dialog.querySelector<HTMLElement>('[data-panel-title]')?.focus();
  } catch {
    location.assign(link.href);
  } finally {
    showLoading(false);
  }
}

function listen(settings: Settings): void {
  const { dialog, form } = settings;
  form.addEventListener('change', () => show(chosenIn(form)));
  dialog.addEventListener('pointerdown', (event) => {
    if (event.target === dialog && isOutside(dialog, event)) cancel(settings);
  });
  dialog.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[data-display-cancel]');
    if (!link || hasModifier(event)) return;
    event.preventDefault();
    cancel(settings);
  });
  dialog.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (event.target !== form) void turnButton(settings, event.target as HTMLFormElement, button);
    else if (button instanceof HTMLElement && button.dataset.defaults) chooseDefaults(form, button);
    else void save(settings, button);
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    const { opener } = settings;
    // The button may have been hidden meanwhile.
    const place = opener.isConnected
      ? opener
      : document.querySelector<HTMLElement>('.footer a[href="/accessibility"]');
    place?.focus({ preventScroll: opener.isConnected });
  });
}

function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

function cancel(settings: Settings): void {
  show(settings.before);
  close(settings);
}

function close({ dialog }: Settings): void {
  dialog.close();
  uncoverPage();
}

async function save(settings: Settings, button: HTMLElement | null): Promise<void> {
  const { form, before, opener } = settings;
  const chosen = chosenIn(form);
  const page = await send(settings, form, button);
  if (!page) return;
  show(chosen);
  close(settings);
  toast('success', page.querySelector('.flash p')?.textContent ?? '');
  // What the server draws otherwise, such as tables before charts.
  if (before['data-reader'] !== chosen['data-reader']) void showChanges({ opener });
}

/** Hides the button of the settings for this visit, or shows it again; what has been chosen stays. */
async function turnButton(
  settings: Settings,
  form: HTMLFormElement,
  button: HTMLElement | null,
): Promise<void> {
  const page = await send(settings, form, button);
  const fresh = page?.querySelector(`form[action="${form.getAttribute('action')}"][data-display-button]`);
  if (!page || !fresh) return;
  form.replaceWith(fresh);
  fresh.querySelector('button')?.focus();
  say(settings.dialog, page.querySelector('.flash p')?.textContent ?? '');
  const shown = page.querySelector(BUTTON);
  shown?.removeAttribute('aria-current');
  document.querySelector(BUTTON)?.remove();
  if (shown) document.querySelector('.header-tools')?.prepend(shown);
}

/** Sends a form of the dialog; without an answer the browser sends it as it would without scripts. */
async function send(
  settings: Settings,
  form: HTMLFormElement,
  button: HTMLElement | null,
): Promise<Document | undefined> {
  if (settings.busy) return undefined;
  settings.busy = true;
  showLoading(true);
  try {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form, button)) body.append(name, String(value));
    const { document: page, ok } = await fetchPage(form.action, { method: 'post', body });
    if (!ok) throw new Error(form.action);
    return page;
  } catch {
    form.submit();
    return undefined;
  } finally {
    settings.busy = false;
    showLoading(false);
  }
}

function say(dialog: HTMLDialogElement, words: string): void {
  const status = dialog.querySelector('[data-display-status]');
  if (status) status.textContent = words;
}
