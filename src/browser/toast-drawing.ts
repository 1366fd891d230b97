import { undoInPlace } from './send-in-place.ts';
import { toast as say, type Toast } from './toast.ts';

const MOST = 20;
const SHOWN_MS = 4000;

// A page restored from the back-forward cache was left by a navigation, and so were its toasts.
addEventListener('pagehide', () => {
  for (const shown of document.querySelectorAll('[data-toasts] .toast, [form^=undo]')) shown.remove();
});

/** Draws toasts into their region of the page. */
export function drawToasts(toasts: Toast[]): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (region) for (const toast of toasts) draw(region, toast);
}

function draw(region: HTMLElement, toast: Toast): void {
  const { kind, text, isAnnounced } = toast;
  const urgent = kind === 'error' || kind === 'warning';
  const words = document.createElement('bdi');
  words.className = 'toast-text';
  words.textContent = text;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'button button-icon';
  close.textContent = '×';
  close.ariaLabel = region.dataset.dismiss ?? '';
  const shown = document.createElement('div');
  shown.className = `toast toast-${kind}`;
  shown.append(words, close);
  close.addEventListener('click', dismissal(shown));
  const form = undoForm(toast, region.dataset.undo ?? '');
  if (form) {
    close.before(form);
    const near = undoBesideFocus(form, region.dataset.undo ?? '', text);
    close.addEventListener('click', () => near.remove());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (toast.undo) {
        close.click();
        toast.undo();
      } else void undo(form, near, close, region.dataset.undoFailed);
    });
  }
  // Lines are added and values changed one after another: the latest can be taken back.
  if (toast.addedId || toast.undo) {
    region.querySelector<HTMLElement>('[data-added] .button-icon')?.click();
    shown.dataset.added = '';
  }
  const place = isAnnounced ? region : region.querySelector(urgent ? '[role=alert]' : '[role=status]');
  place?.append(shown);
  const all = [...region.querySelectorAll('.toast')];
  // The same message again replaces the earlier one.
  all
    .find((other) => other !== shown && other.textContent === shown.textContent)
    ?.querySelector<HTMLElement>(':scope > .button-icon')
    ?.click();
  if (all.length > MOST) all[0]?.remove();
  // An action stays as long as the page, and users of a screen reader need as much time as they need.
  if (!urgent && !form && !document.documentElement.dataset.reader) hideLater(shown);
}

/** Undoes without leaving the page: the focus goes back to where the person was, and a notice says what was undone. */
function undo(form: HTMLFormElement, near: HTMLElement, close: HTMLElement, failed = ''): Promise<void> {
  const back = form.elements.namedItem('return');
  // The toast may have stayed while another list was opened.
  if (back instanceof HTMLInputElement) back.value = here();
  else form.action = deletionOf(form.dataset.added);
  const before = near.isConnected ? (near.previousElementSibling ?? near.parentElement) : null;
  const place = before instanceof HTMLDetailsElement ? before.querySelector('summary') : before;
  const opener =
    place instanceof HTMLElement && place !== document.body ? place : document.getElementById('main');
  return undoInPlace(form, {
    opener,
    onAnswer: () => close.click(),
    onFailure: () => say('error', failed),
  });
}

const here = () => location.pathname + location.search;

const deletionOf = (id = '') => `/transactions/${id}/delete?return=${encodeURIComponent(here())}`;

// A form as on a page without scripts, unless a script undoes it; the browser adds the origin itself.
function undoForm({ undoId, addedId, undo }: Toast, word: string): HTMLFormElement | undefined {
  if (!undoId && !addedId && !undo) return undefined;
  const form = document.createElement('form');
  form.method = 'post';
  form.id = `undo-${undoId ?? addedId ?? 'change'}`;
  form.action = undoId ? '/transactions/restore' : deletionOf(addedId);
  form.dataset.added = addedId ?? '';
  const fields = undoId ? { undo_id: undoId, return: here() } : {};
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  const button = document.createElement('button');
  button.className = 'button button-small';
  button.textContent = word;
  form.append(button);
  return form;
}

/**
 * Toasts are at the end of the page: whoever uses the keyboard is at the row after the deleted one, and finds the same
 * button as the next stop. It is an input because its text is no part of the row's.
 */
function undoBesideFocus(form: HTMLFormElement, word: string, about: string): HTMLInputElement {
  const near = document.createElement('input');
  const isBeside = document.activeElement?.matches('.cell-button');
  Object.assign(near, {
    type: 'submit',
    // Elsewhere nothing around it says what it undoes.
    value: isBeside ? word : `${word}: ${about}`,
    ariaLabel: `${word}: ${about}`,
    className: 'button button-small visually-hidden',
  });
  near.setAttribute('form', form.id);
  const { activeElement: focused, body } = document;
  if (!focused || focused === body) body.prepend(near);
  else if (focused.matches('main, section')) focused.prepend(near);
  // Nothing in a closed menu can be reached.
  else if (focused.matches('summary')) focused.parentElement?.after(near);
  else focused.after(near);
  return near;
}

/** Removes a toast, and returns the focus to where the person was before it came there. */
function dismissal(shown: HTMLElement): () => void {
  let before: EventTarget | null = null;
  shown.addEventListener('focusin', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && shown.contains(relatedTarget))) before = relatedTarget;
  });
  return () => {
    const hasFocus = shown.contains(document.activeElement);
    shown.remove();
    const isThere = before instanceof HTMLElement && before.isConnected;
    const place = isThere ? (before as HTMLElement) : document.getElementById('main');
    if (hasFocus) place?.focus({ preventScroll: true });
  };
}

/** Hides after a while without a pointer on it or focus in it. */
function hideLater(shown: HTMLElement): void {
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (shown.matches(':hover, :focus-within')) wait();
      else shown.remove();
    }, SHOWN_MS);
  };
  wait();
}
