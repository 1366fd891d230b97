import { noteChange } from '../stores/data-version.ts';
import { withoutHash } from './address.ts';
import { fetchPage, showLoading } from './fetch-page.ts';
import { showChanges } from './show-changes.ts';
import type { Toast } from './toast.ts';

/** What surrounds the sending of a form. */
interface Sending {
  /** The control that has the focus afterwards. */
  opener: HTMLElement | null | undefined;
  /** Runs before the answer is shown. */
  onAnswer?: (() => void) | undefined;
  /** Runs if there is no answer, or that of a failure. */
  onFailure?: (() => void) | undefined;
}

/**
 * Sends a form and shows its answer: the parts of this page that have changed, and the message as a notice with its
 * undo. An answer that is another page, such as a question, is opened.
 */
export async function sendInPlace(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const menu = form.closest<HTMLDetailsElement>('details[data-menu]') ?? submitter?.closest('details');
  const opener = menu?.querySelector('summary') ?? submitter;
  const close = () => {
    if (menu) menu.open = false;
  };
  await send(form, submitter, { opener, onAnswer: close });
}

/** The same for the button that undoes something; if it fails, `onFailure` says so and everything stays. */
export const undoInPlace = (form: HTMLFormElement, sending: Sending): Promise<void> =>
  send(form, null, sending);

async function send(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  { opener, onAnswer, onFailure }: Sending,
): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  showLoading(true);
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
  const address = here();
  try {
    const answer = await fetchPage(form.action, { method: 'post', body });
    if (!answer.ok && onFailure) return onFailure();
    noteChange();
    if (!answer.ok || answer.url !== address) return location.assign(answer.url);
    onAnswer?.();
    opener?.focus({ preventScroll: true });
    const notice = noticeIn(answer.document);
    // The person may have opened another list meanwhile.
    await showChanges({ notice, opener, answer: here() === address ? answer : undefined });
  } catch {
    // The browser's own error page is the clearest.
    if (onFailure) onFailure();
    else location.reload();
  } finally {
    form.ariaBusy = null;
    showLoading(false);
  }
}

const here = () => withoutHash(location.href);

function noticeIn(page: Document): Toast | undefined {
  const flash = page.querySelector('.flash');
  if (!flash) return undefined;
  const kind =
    (['success', 'error', 'info'] as const).find((one) => flash.matches(`.flash-${one}`)) ?? 'info';
  const undoId = flash.querySelector<HTMLInputElement>('[name=undo_id]')?.value;
  return { kind, text: flash.querySelector('p')?.textContent?.trim() ?? '', undoId };
}
