/** The question before typed values are discarded, with its two answers. */
export interface Question {
  question: string;
  text?: string;
  stay: string;
  discard: string;
}

export interface Dialog {
  /** Does nothing while it is open. */
  show: () => void;
  /** Runs a step that ends it (by default closing it), after asking about unsaved values. */
  leave: (step?: () => void) => void;
  close: () => void;
}

interface Options {
  /** What gets the focus back: the page behind may have been replaced together with the opener. */
  opener: () => HTMLElement | null | undefined;
  /** The question before leaving; undefined while nothing is unsaved. */
  unsaved: () => Question | undefined;
  /** What leaving does instead of closing. */
  onLeave?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
}

/** Makes the cross, Escape, Back and closing the page leave a dialog, after a question if something is unsaved. */
export function guardDialog(
  element: HTMLDialogElement,
  { opener, unsaved, onLeave, onClose }: Options,
): Dialog {
  let isOpen = false;
  const warn = (event: Event) => unsaved() && event.preventDefault();
  const show = () => {
    if (isOpen) return;
    isOpen = true;
    if (!element.open) element.showModal();
    coverPage();
    addEventListener('beforeunload', warn);
  };
  const close = () => {
    isOpen = false;
    removeEventListener('beforeunload', warn);
    element.close();
    element.remove();
    uncoverPage();
    focusOpener(opener());
    onClose?.();
  };
  const leave = (step = onLeave ?? close) => confirmFirst(unsaved(), step);
  element.querySelector('.button-icon')?.addEventListener('click', () => leave());
  onEscape(element, () => element.querySelector('[data-menu][open]') ?? leave());
  element.addEventListener('cancel', (event) => {
    // A file chooser inside fires the same event.
    if (event.target !== element) return;
    event.preventDefault();
    leave();
  });
  // Browsers close a dialog on a second request even if the first was prevented: reopen it to keep unsaved values.
  element.addEventListener('close', () => {
    if (!isOpen) return;
    element.showModal();
    leave();
  });
  return { show, leave, close };
}

// An element in a closed menu cannot be focused, but the menu's button can.
function focusOpener(opener: HTMLElement | null | undefined): void {
  // The page has not moved behind the dialog, and focusing something fixed must not scroll it.
  const inPlace = { preventScroll: true };
  opener?.focus(inPlace);
  if (document.activeElement !== opener) opener?.closest('details')?.querySelector('summary')?.focus(inPlace);
}

/** Creates an empty dialog; `first` is the HTML of the title or link in its header. */
export function drawDialog(first: string, closeLabel: string): HTMLDialogElement {
  return draw(
    'dialog-large',
    `<div class="dialog-header">${first}<button class="button button-icon" type="button" aria-label="${closeLabel}">×</button></div>`,
  );
}

/** Runs `step` at once, or after the person has agreed; the button to stay has the focus. `onClosed` follows both. */
export function confirmFirst(prompt: Question | undefined, step: () => void, onClosed?: () => void): void {
  if (!prompt) {
    step();
    return;
  }
  const { question, text, stay, discard } = prompt;
  const dialog = draw(
    'dialog-small',
    `<div class="dialog-header"><h2>${question}</h2></div>${text ? `<p class="dialog-body">${text}</p>` : ''}<div class="dialog-footer"><button class="button button-primary" type="button" autofocus>${stay}</button><button class="button button-danger" type="button">${discard}</button></div>`,
  );
  dialog.role = 'alertdialog';
  dialog.ariaLabel = question;
  const end = () => dialog.close();
  // Browsers fire their own close too late for a person who presses Escape twice.
  onEscape(dialog, end);
  dialog.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    end();
    if (!target.autofocus) step();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClosed?.();
  });
  document.body.append(dialog);
  dialog.showModal();
}

// The HTML contains only the product's own texts.
function draw(size: string, html: string): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  dialog.className = `dialog ${size}`;
  dialog.innerHTML = html;
  return dialog;
}

function onEscape(dialog: HTMLElement, leave: () => void): void {
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    leave();
  });
}

/** The address of the page under an open dialog. */
let below: string | undefined;
/** Whether the browser is going back from our own history entry. */
let returning = false;

const isOurs = () => Boolean(history.state?.over);
const enter = () => history.pushState({ ...history.state, over: true }, '');

/** Adds a history entry, so that the browser's Back closes the dialog and not the page. */
function coverPage(): void {
  below ??= location.href;
  if (!isOurs()) enter();
}

export function uncoverPage(): void {
  below = undefined;
  if (!isOurs() || returning) return;
  returning = true;
  history.back();
}

/** Resolves once the browser is back on the page's own entry: navigating before would be lost. */
export async function uncovered(): Promise<void> {
  if (isOurs()) await new Promise((done) => addEventListener('popstate', done, { once: true }));
}

addEventListener('popstate', () => {
  const isBack = returning;
  returning = false;
  // Forward would lead to a dialog that is gone.
  if (isOurs() && !below) uncoverPage();
  // A link within the dialog has another address.
  if (isOurs() || location.href !== below) return;
  const dialog = isBack
    ? undefined
    : [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  // Like Escape, this asks about unsaved values first.
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  if (below) enter();
});

// The page was reloaded with a dialog over it.
if (isOurs()) uncoverPage();
