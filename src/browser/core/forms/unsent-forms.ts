import { askHealth } from '../request/ask-health.ts';
import type { Failure } from '../request/attempts.ts';

/** The event of a form that could not be sent: the page is still there, and nothing of it is lost. */
export type UnsentEvent = 'form:unsent';
const UNSENT: UnsentEvent = 'form:unsent';

/** The form that was sent last. */
let sent: HTMLFormElement | undefined;

/** Remembers which form was sent last. */
export function followForms(): void {
  document.addEventListener('submit', ({ target }) => {
    sent = target as HTMLFormElement;
  });
}

/** The form that could not be sent. */
export function sentForm(): HTMLElement {
  // Sent before these scripts were there, it has the focus still.
  return sent ?? document.activeElement?.closest('form') ?? document.body;
}

/** Lets a form that could not be sent be sent again. */
export function giveBack(form: HTMLElement): void {
  form.dispatchEvent(new Event(UNSENT, { bubbles: true }));
}

/** Sends a form once the server answers. Returns why it could not be sent; then the page is still there. */
export async function sendOnceAnswered(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<Failure | null> {
  if (form.ariaBusy === 'true') return null;
  form.ariaBusy = 'true';
  const failure = await askHealth();
  form.ariaBusy = null;
  if (!failure) leave(form, submitter);
  return failure;
}

// Scripts that listen for the submission have had it already.
function leave(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const named = submitter?.getAttribute('name');
  if (named) {
    const pressed = document.createElement('input');
    const value = String(new FormData(form, submitter).get(named) ?? '');
    Object.assign(pressed, { type: 'hidden', name: named, value });
    form.append(pressed);
    addEventListener('pageshow', () => pressed.remove(), { once: true });
  }
  const action = form.action;
  if (submitter?.hasAttribute('formaction')) form.action = (submitter as HTMLButtonElement).formAction;
  form.submit();
  form.action = action;
}
