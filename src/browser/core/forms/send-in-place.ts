import { SESSION_NOTICES } from '../../../i18n/error-catalogue.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { type Toast, toast } from '../notices/toast.ts';
import { fetchPage, withoutHash } from '../page/fetch-page.ts';
import { showChanges } from '../page/show-changes.ts';
import { SLOW } from '../request/limits.ts';
import { noteChange } from '../session/data-version.ts';
import { noticeTexts } from '../texts/loaded-texts.ts';
import { addressOf, fieldsOf, whileBusy } from './send.ts';

interface Sending {
  label: string;
  opener: HTMLElement | null | undefined;
  onAnswer?: (() => void) | undefined;
  /** How far to scroll afterwards; as before if missing. */
  scrolled?: number | undefined;
}

/** What is sent, and sent again on retry. */
interface Sent extends Sending {
  form: HTMLFormElement;
  body: URLSearchParams;
  /** Sent again with the same key, it gets the same answer. */
  key: string;
  address: string;
}

/** Sends a form and updates the changed parts of this page; an answer that is another page is opened. */
export async function sendInPlace(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const flash = form.closest('.flash');
  const menu = form.closest<HTMLDetailsElement>('details[data-menu]') ?? submitter?.closest('details');
  const close = () => {
    if (menu) menu.open = false;
    if (!flash) return;
    for (const remark of document.querySelectorAll('main > .remark')) remark.remove();
    flash.remove();
  };
  await send(form, submitter, {
    label: submitter?.ariaLabel ?? submitter?.textContent?.trim() ?? '',
    opener: flash ? document.getElementById('main') : (menu?.querySelector('summary') ?? submitter),
    onAnswer: close,
  });
}

export const undoInPlace = (form: HTMLFormElement, sending: Sending): Promise<void> =>
  send(form, null, sending);

/** The last request of each button or form, until it is answered. */
const unanswered = new WeakMap<HTMLElement, { text: string; key: string }>();

async function send(form: HTMLFormElement, submitter: HTMLElement | null, sending: Sending): Promise<void> {
  const back = form.elements.namedItem('return');
  // Another list may have been opened since the form was drawn.
  if (back instanceof HTMLInputElement) back.value = location.pathname + location.search;
  const body = fieldsOf(form, submitter);
  const text = String(body);
  const sender = submitter ?? form;
  const previous = unanswered.get(sender);
  const key = previous?.text === text ? previous.key : crypto.getRandomValues(new Uint32Array(4)).join('-');
  unanswered.set(sender, { text, key });
  body.set('_key', key);
  const forget = () => {
    unanswered.delete(sender);
    sending.onAnswer?.();
  };
  await attempt({ ...sending, form, body, key, address: here(), onAnswer: forget });
}

async function attempt(sent: Sent): Promise<void> {
  await whileBusy(sent.form, async () => {
    dismissFailure(sent);
    const { promise: until, resolve: end } = Promise.withResolvers<void>();
    const slow = setTimeout(() => toast('loading', `${isolated(sent.label)}…`, { until }), SLOW);
    await post(sent).finally(() => {
      clearTimeout(slow);
      end();
    });
  });
}

async function post(sent: Sent): Promise<void> {
  const { form, body, address, opener, onAnswer, scrolled } = sent;
  const answer = await fetchPage(addressOf(form).href, {
    method: 'post',
    body,
    // Names the open page: the message for another page stays until that page is opened.
    headers: { 'in-place': location.pathname + location.search },
  }).catch(() => undefined);
  if (answer?.document.querySelector('[data-maintenance]')) return waitForMaintenance();
  if (!answer || answer.status === 429 || answer.status >= 500) return showFailure(sent, answer?.document);
  const ask = answer.document.querySelector('[name="confirmLocked=true"]');
  if (ask) {
    const { askAnyway } = await import('../dialog/ask-anyway.ts');
    if (!(await askAnyway(ask.closest('[role=alert]')?.querySelector('p')?.textContent ?? ''))) return;
    body.set('confirmLocked', 'true');
    return post(sent);
  }
  noteChange();
  if (!answer.ok || answer.url !== address) return location.assign(answer.url);
  onAnswer?.();
  opener?.focus({ preventScroll: true });
  const notice = noticeIn(answer.document);
  // The person may have opened another list meanwhile.
  await showChanges({ notice, opener, scrolled, answer: here() === address ? answer : undefined });
}

function waitForMaintenance(): void {
  location.assign(`/maintenance?return=${encodeURIComponent(location.pathname + location.search)}`);
}

// The page and the focus stay. A server error has its message in the heading of its answer.
async function showFailure(sent: Sent, answer: Document | undefined): Promise<void> {
  const heading = answer?.querySelector('h1')?.textContent?.trim();
  const t = await noticeTexts().catch(() => String);
  const text = `${isolated(sent.label)}: ${heading || t(SESSION_NOTICES.CONNECTION_FAILED)}`;
  toast('error', text, { retry: { key: sent.key, run: () => attempt(sent) } });
}

function dismissFailure({ key, opener }: Sent): void {
  const shown = document.querySelector(`[data-retry="${key}"]`);
  if (!shown) return;
  opener?.focus({ preventScroll: true });
  shown.querySelector<HTMLElement>('.button-icon')?.click();
}

const here = () => withoutHash(location.href);

/** The message of the server in a page. */
export function noticeIn(page: Document): Toast | undefined {
  const flash = page.querySelector('.flash:not([data-session-notice])');
  if (!flash) return undefined;
  const kinds = ['success', 'error', 'warning', 'info'] as const;
  const kind = kinds.find((candidate) => flash.matches(`.flash-${candidate}`)) ?? 'info';
  const undoId = flash.querySelector<HTMLInputElement>('[name=undo_id]')?.value;
  return { kind, text: flash.querySelector('p')?.textContent?.trim() ?? '', undoId };
}
