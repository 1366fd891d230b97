import { GENERAL_FAILURES } from '../../../i18n/error-catalogue.ts';
import { undoInPlace } from '../forms/send-in-place.ts';
import { closeButton, element } from '../page/element.ts';
import { noticeTexts } from '../texts/notice-texts.ts';
import type { Toast } from './toast.ts';
import { keepClear } from './toast-place.ts';

export { sendInPlace } from '../forms/send-in-place.ts';
export { noticeTexts } from '../texts/notice-texts.ts';

/** How many are shown, and for how long, in ms (docs/behaviour.md#notices). */
const MOST = 20;
const SHOWN_MS = { success: 2000, info: 4000 };
const LOADING_MS = 30_000;

// A page restored from the back-forward cache was left by a navigation, and so were its toasts.
addEventListener('pagehide', () => {
  for (const shown of document.querySelectorAll('[data-toasts] .toast, [data-near]')) shown.remove();
});

/** Draws toasts into their region of the page; those that were left by another page, at the beginning of this one. */
export function drawToasts(toasts: Toast[]): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (!region) return;
  for (const toast of toasts)
    if (toast.from === undefined || toast.from === location.pathname) draw(region, toast);
    else drawFlash(toast, region.dataset.undo ?? '');
  keepClear(region);
}

function draw(region: HTMLElement, toast: Toast): void {
  const { kind, text, isAnnounced } = toast;
  const urgent = kind === 'error' || kind === 'warning';
  const words = element('span', { className: 'toast-text' }, text);
  const shown = element('div', { className: `toast toast-${kind}` }, words);
  const close = closeButton(region.dataset.close, dismissal(shown));
  shown.append(close);
  if (kind === 'loading') void awaitEnd(shown, words, toast.until);
  const form = actOf(toast, region, close);
  if (form) close.before(form);
  if (toast.retry) shown.dataset.retry = toast.retry.key;
  // Lines are added and values changed one after another: the latest can be taken back.
  if (toast.added || toast.undo) {
    region.querySelector<HTMLElement>('[data-added] .button-icon')?.click();
    shown.dataset.added = '';
  }
  const status = region.querySelector('[role=status]');
  // What comes next stands below it.
  if (isAnnounced) status?.before(shown);
  else (urgent ? region.querySelector('[role=alert]') : status)?.append(shown);
  const all = [...region.querySelectorAll('.toast')];
  // The same message again replaces the earlier one.
  all
    .find((other) => other !== shown && other.textContent === shown.textContent)
    ?.querySelector<HTMLElement>(':scope > .button-icon')
    ?.click();
  if (all.length > MOST) all[0]?.remove();
  // An action stays as long as the page, and users of a screen reader need as much time as they need.
  const isBrief = kind === 'success' || kind === 'info';
  if (isBrief && !form && !document.documentElement.dataset.reader) hideLater(shown, SHOWN_MS[kind]);
}

/** Shows a loading toast until its work ends. Where that takes too long, it becomes a warning that says so. */
async function awaitEnd(shown: HTMLElement, words: HTMLElement, work: Promise<unknown> | undefined) {
  const end = () => shown.remove();
  work?.then(end, end);
  await new Promise((done) => setTimeout(done, LOADING_MS));
  if (!shown.isConnected) return;
  const t = await noticeTexts().catch(() => String);
  shown.className = 'toast toast-warning';
  words.textContent = t(GENERAL_FAILURES.LATE);
  document.querySelector('[data-toasts] [role=alert]')?.append(shown);
}

/** The form with the button of a toast, which is also beside the focus. */
function actOf(toast: Toast, { dataset }: HTMLElement, close: HTMLElement): HTMLFormElement | undefined {
  const run = toast.undo ?? toast.retry?.run;
  const word = (toast.retry ? dataset.retry : dataset.undo) ?? '';
  const form = run ? formOf(word) : undoForm(toast, word);
  if (!form) return undefined;
  const near = buttonBesideFocus(form, word, toast.text);
  close.addEventListener('click', () => near.remove());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (toast.undo) close.click();
    if (run) run();
    else
      void undoInPlace(form, {
        label: near.ariaLabel ?? word,
        opener: placeOf(near),
        scrolled: toast.scrolled,
        onAnswer: () => close.click(),
      });
  });
  return form;
}

function formOf(word: string): HTMLFormElement {
  const id = `run-${crypto.getRandomValues(new Uint32Array(1))}`;
  return element('form', { id }, element('button', { className: 'button button-small' }, word));
}

/** Where the person was when the toast came. */
function placeOf(near: HTMLElement): HTMLElement | null {
  const before = near.isConnected ? (near.previousElementSibling ?? near.parentElement) : null;
  const place = before instanceof HTMLDetailsElement ? before.querySelector('summary') : before;
  return place instanceof HTMLElement && place !== document.body ? place : document.getElementById('main');
}

/**
 * Toasts are at the end of the page: whoever uses the keyboard is at the row after the deleted one, and finds the same
 * button as the next stop. It is an input because its text is no part of the row's. Nothing around it says what it
 * undoes, so its name does; where it stands beside a narrow control, it may not widen the page.
 */
function buttonBesideFocus(form: HTMLFormElement, word: string, about: string): HTMLInputElement {
  const near = element('input', {
    type: 'submit',
    value: word,
    ariaLabel: `${word}: ${about}`,
    className: 'button button-small visually-hidden',
  });
  near.style.insetInlineEnd = '0';
  near.setAttribute('form', form.id);
  near.dataset.near = '';
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
function hideLater(shown: HTMLElement, milliseconds: number): void {
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (shown.matches(':hover, :focus-within')) wait();
      else shown.remove();
    }, milliseconds);
  };
  wait();
}

/** Draws a message that a script left for this page as the server draws its own, and moves the focus to it. */
function drawFlash(toast: Toast, undo: string): void {
  const { kind, text } = toast;
  const role = kind === 'error' || kind === 'warning' ? 'alert' : 'status';
  const className = `flash flash-${kind}`;
  const flash = element('div', { className, role, tabIndex: -1 }, element('p', {}, text));
  const form = undoForm(toast, undo);
  if (form) {
    form.className = 'undo';
    form.dataset.inPlace = '';
    flash.append(form);
  }
  document.getElementById('main')?.prepend(flash);
  if (!document.querySelector('[autofocus]')) flash.focus();
}

/** The form that undoes what a message is about, as on a page without scripts; the browser adds the origin itself. */
export function undoForm({ undoId, added }: Toast, word: string): HTMLFormElement | undefined {
  if (!undoId && !added) return undefined;
  const action = undoId ? '/transactions/restore' : `/${added?.of ?? 'transactions'}/${added?.id}/undo-add`;
  const back = location.pathname + location.search;
  const fields = { undo_id: undoId, basedOn: undoId ? undefined : added?.basedOn, return: back };
  const inputs = Object.entries(fields).flatMap(([name, value]) =>
    value ? element('input', { type: 'hidden', name, value }) : [],
  );
  const button = element('button', { className: 'button button-small' }, word);
  return element('form', { method: 'post', id: `undo-${undoId ?? added?.id}`, action }, ...inputs, button);
}
