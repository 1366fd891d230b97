/** The question before what was typed is discarded, with its two answers. */
export interface Question {
  question: string;
  /** What is lost. */
  text?: string;
  stay: string;
  discard: string;
}

/** A dialog over the page. */
export interface Dialog {
  /** Shows it, if it is not open. */
  show: () => void;
  /** Does something that ends it, by default closes it: at once, or once the person agreed to discard what was typed. */
  leave: (step?: () => void) => void;
  /** Closes it and returns the focus. */
  close: () => void;
}

interface Options {
  /** What gets the focus back: the page behind may have been replaced, and the opener with it. */
  opener: () => HTMLElement | null | undefined;
  /** The question before it is left; undefined while nothing is unsaved. */
  unsaved: () => Question | undefined;
  /** What leaving does in place of closing. */
  onLeave?: (() => void) | undefined;
  /** Runs once it has closed. */
  onClose?: (() => void) | undefined;
}

/**
 * Lets a dialog behave as all of them do: its cross, Escape and Back leave it, after a question if something is unsaved, and
 * so does a page that is closed. The opener gets the focus back.
 */
export function overPage(element: HTMLDialogElement, { opener, unsaved, onLeave, onClose }: Options): Dialog {
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
  const leave = (step = onLeave ?? close) => agree(unsaved(), step);
  element.querySelector('.button-icon')?.addEventListener('click', () => leave());
  // An open menu in it is closed first.
  onEscape(element, () => element.querySelector('[data-menu][open]') ?? leave());
  element.addEventListener('cancel', (event) => {
    // A chooser of files reports the same of itself.
    if (event.target !== element) return;
    event.preventDefault();
    leave();
  });
  // Browsers close a dialog at a second request although the first was prevented: unsaved values matter more than that rule.
  element.addEventListener('close', () => {
    if (!isOpen) return;
    element.showModal();
    leave();
  });
  return { show, leave, close };
}

// What is in a menu that has closed cannot get the focus, but the menu's button can.
function focusOpener(opener: HTMLElement | null | undefined): void {
  // The page has not moved behind the dialog, and what is fixed to the screen must not move it.
  const inPlace = { preventScroll: true };
  opener?.focus(inPlace);
  if (document.activeElement !== opener) opener?.closest('details')?.querySelector('summary')?.focus(inPlace);
}

/** Draws an empty dialog, whose header begins with a title or a link. */
export function drawDialog(first: string, closeWord: string): HTMLDialogElement {
  return draw(
    'dialog-large',
    `<div class="dialog-header">${first}<button class="button button-icon" type="button" aria-label="${closeWord}">×</button></div>`,
  );
}

/** Does something at once, or where there is a question, once the person agreed; the button to stay has the focus. */
export function agree(asked: Question | undefined, step: () => void): void {
  if (!asked) {
    step();
    return;
  }
  const { question, text, stay, discard } = asked;
  const dialog = draw(
    'dialog-small',
    `<div class="dialog-header"><h2>${question}</h2></div>${text ? `<p class="dialog-body">${text}</p>` : ''}<div class="dialog-footer"><button class="button button-primary" type="button" autofocus>${stay}</button><button class="button button-danger" type="button">${discard}</button></div>`,
  );
  dialog.role = 'alertdialog';
  dialog.ariaLabel = question;
  const end = () => dialog.close();
  // Browsers report their own closing too late for a person who presses Escape twice.
  onEscape(dialog, end);
  dialog.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    end();
    if (!target.autofocus) step();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// The texts are the product's own.
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

/** The address below what lies over the page, while something does. */
let below: string | undefined;
/** Whether the browser is on its way back from an entry of ours. */
let returning = false;

const isOurs = () => Boolean(history.state?.over);
const enter = () => history.pushState({ ...history.state, over: true }, '');

/** Gives a dialog over the page an entry of the history: the browser's Back closes the dialog and not the page. */
function coverPage(): void {
  below ??= location.href;
  if (!isOurs()) enter();
}

/** Takes the entry away again, once the dialog has closed. */
export function uncoverPage(): void {
  below = undefined;
  if (!isOurs() || returning) return;
  returning = true;
  history.back();
}

/** Once the browser is back on the page's own entry: what leaves the page before would be lost. */
export async function uncovered(): Promise<void> {
  if (isOurs()) await new Promise((done) => addEventListener('popstate', done, { once: true }));
}

addEventListener('popstate', () => {
  const isBack = returning;
  returning = false;
  // Forward leads to nothing that is still there.
  if (isOurs() && !below) uncoverPage();
  // A link within the dialog has another address.
  if (isOurs() || location.href !== below) return;
  const dialog = isBack
    ? undefined
    : [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  // As Escape would: unsaved values are asked about first.
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  if (below) enter();
});

// The page was loaded again with a dialog over it.
if (isOurs()) uncoverPage();
