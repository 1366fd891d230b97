import { GENERAL_FAILURES } from '../../../i18n/error-catalogue.ts';
import { undoInPlace } from '../forms/send-in-place.ts';
import { closeButton, element } from '../page/element.ts';
import { noticeTexts } from '../texts/loaded-texts.ts';
import type { Toast } from './toast.ts';
import { keepClear } from './toast-place.ts';

/** How many toasts are shown, and for how long, in ms (docs/behaviour.md#notices). */
const MOST = 20;
const SHOWN_MS = { success: 2000, info: 4000 };
const LOADING_MS = 30_000;

// Toasts must not reappear when the page is restored from the back-forward cache.
addEventListener('pagehide', () => {
  for (const shown of document.querySelectorAll('[data-toasts] .toast, [data-near]')) shown.remove();
});

/** Shows toasts in their region; those left by another page appear at the top of this one. */
export function showToasts(toasts: Toast[]): void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (!region) return;
  for (const toast of toasts)
    if (toast.from === undefined || toast.from === location.pathname) draw(region, withAct(toast));
    else drawFlash(toast, region.dataset.undo ?? '');
  keepClear(region);
}

function draw(region: HTMLElement, toast: Toast): void {
  const { kind, text, isAnnounced } = toast;
  const urgent = kind === 'error' || kind === 'warning';
  const lines = text.split('\n').flatMap((line) => [element('br', {}), line]);
  const message = element('span', { className: 'toast-text' }, ...lines.slice(1));
  const shown = element('div', { className: `toast toast-${kind}` }, message);
  const close = closeButton(region.dataset.close, dismissal(shown));
  shown.append(close);
  offerMore(message, toast);
  if (kind === 'loading') void awaitEnd(shown, message, toast.until);
  const form = actOf(toast, region, close);
  if (form) close.before(form);
  if (toast.retry) shown.dataset.retry = toast.retry.key;
  // What can be undone in the page is replaced by the next of its kind too.
  if (toast.added || toast.undo) shown.dataset.added = '';
  const status = region.querySelector('[role=status]');
  // Later toasts appear below it.
  if (isAnnounced) status?.before(shown);
  else (urgent ? region.querySelector('[role=alert]') : status)?.append(shown);
  const all = [...region.querySelectorAll('.toast')];
  // A toast replaces an earlier one of its kind: together they would cover the page.
  if (kind !== 'loading')
    for (const other of all)
      if (other !== shown && other.matches(`.toast-${kind}`))
        other.querySelector<HTMLElement>(':scope > .button-icon')?.click();
  if (all.length > MOST) all[0]?.remove();
  shown.dataset.at = String(performance.now());
  // A toast with an action stays, and screen reader users get as much time as they need.
  const isBrief = kind === 'success' || kind === 'info';
  if (isBrief && !form && !document.documentElement.dataset.reader) hideLater(shown, SHOWN_MS[kind]);
}

function offerMore(message: HTMLElement, { rule, recurring }: Toast): void {
  if (!rule && !recurring) return;
  void noticeTexts().then((t) => {
    const href = rule ? `/rules/new?from=${rule}` : `/recurring/new?like=${recurring}`;
    const text = t(rule ? 'rules:make' : 'transactions:dialog.recurringAction');
    message.append(' · ', element('a', { href }, text));
  });
}

/** A remark together with the notice that it is about, if that is still shown: on a phone it would hide its undo. */
function withAct(toast: Toast): Toast {
  if (!toast.about) return toast;
  const { undoId, added, scrolled, text } = toast.about;
  const notice = document.getElementById(undoFormId({ undoId, added }))?.closest('[data-toasts] .toast');
  if (!notice) return toast;
  notice.querySelector<HTMLElement>(':scope > .button-icon')?.click();
  return { ...toast, undoId, added, scrolled, text: `${toast.text}\n${text}` };
}

/** Shows a loading toast until its work ends; after LOADING_MS it becomes a warning. */
async function awaitEnd(shown: HTMLElement, message: HTMLElement, work: Promise<unknown> | undefined) {
  const end = () => shown.remove();
  work?.then(end, end);
  await new Promise((done) => setTimeout(done, LOADING_MS));
  if (!shown.isConnected) return;
  const t = await noticeTexts().catch(() => String);
  shown.className = 'toast toast-warning';
  message.textContent = t(GENERAL_FAILURES.LATE);
  document.querySelector('[data-toasts] [role=alert]')?.append(shown);
}

/** The form with the toast's button, which also appears beside the focus. */
function actOf(toast: Toast, { dataset }: HTMLElement, close: HTMLElement): HTMLFormElement | undefined {
  const run = toast.undo ?? toast.retry?.run;
  const label = (toast.retry ? dataset.retry : dataset.undo) ?? '';
  const form = run ? formOf(label) : undoForm(toast, label);
  if (!form) return undefined;
  const near = buttonBesideFocus(form, label, toast.text);
  close.addEventListener('click', () => near.remove());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (toast.undo) close.click();
    if (run) run();
    else
      void undoInPlace(form, {
        label: near.ariaLabel ?? label,
        opener: placeOf(near),
        scrolled: toast.scrolled,
        onAnswer: () => close.click(),
      });
  });
  return form;
}

function formOf(label: string): HTMLFormElement {
  const id = `run-${crypto.getRandomValues(new Uint32Array(1))}`;
  return element('form', { id }, element('button', { className: 'button button-small' }, label));
}

/** The focused element when the toast appeared. */
function placeOf(near: HTMLElement): HTMLElement | null {
  const before = near.isConnected ? (near.previousElementSibling ?? near.parentElement) : null;
  const place = before instanceof HTMLDetailsElement ? before.querySelector('summary') : before;
  return place instanceof HTMLElement && place !== document.body ? place : document.getElementById('main');
}

/**
 * Toasts are at the end of the page, so keyboard users get the same button beside the focus. It is an input, because
 * its text must not become part of the row's, and has a full name, because nothing around it shows what it undoes.
 */
function buttonBesideFocus(form: HTMLFormElement, label: string, subject: string): HTMLInputElement {
  const near = element('input', {
    type: 'submit',
    value: label,
    ariaLabel: `${label}: ${subject}`,
    className: 'button button-small visually-hidden',
  });
  // Beside a narrow control it must not widen the page.
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

/** Returns what removes a toast and restores the focus from before it moved there. */
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

/** Draws a message left for this page like one of the server's, and focuses it. */
function drawFlash(toast: Toast, undo: string): void {
  const { kind, text } = toast;
  const role = kind === 'error' || kind === 'warning' ? 'alert' : 'status';
  const className = `flash flash-${kind}`;
  const message = element('p', {}, text);
  offerMore(message, toast);
  const flash = element('div', { className, role, tabIndex: -1 }, message);
  const form = undoForm(toast, undo);
  if (form) {
    form.className = 'undo';
    form.dataset.inPlace = '';
    flash.append(form);
  }
  document.getElementById('main')?.prepend(flash);
  if (!document.querySelector('[autofocus]')) flash.focus();
}

/** The form that undoes what a message is about, as on a page without scripts; the browser adds the origin. */
export function undoForm({ undoId, added }: Toast, label: string): HTMLFormElement | undefined {
  if (!undoId && !added) return undefined;
  const action = undoId ? '/transactions/restore' : `/${added?.of ?? 'transactions'}/${added?.id}/undo-add`;
  const back = location.pathname + location.search;
  const fields = { undo_id: undoId, basedOn: undoId ? undefined : added?.basedOn, return: back };
  const inputs = Object.entries(fields).flatMap(([name, value]) =>
    value ? element('input', { type: 'hidden', name, value }) : [],
  );
  const button = element('button', { className: 'button button-small' }, label);
  const id = undoFormId({ undoId, added });
  return element('form', { method: 'post', id, action }, ...inputs, button);
}

function undoFormId({ undoId, added }: Pick<Toast, 'undoId' | 'added'>): string {
  return `undo-${undoId ?? added?.id}`;
}
