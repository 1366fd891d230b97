import { askHealth } from './ask-health.ts';
import type { Failure } from './attempts.ts';

/** The event of a form that could not be sent: the page is still there, and nothing of it is lost. */
export type UnsentEvent = 'form:unsent';
const UNSENT: UnsentEvent = 'form:unsent';

/** The form that was sent last. */
let sent: HTMLFormElement | undefined;

/** Lets the form that could not be sent be sent again. */
export function giveBack(): void {
  // Sent before these scripts were there, it has the focus still.
  const form = sent ?? document.activeElement?.closest('form') ?? document.body;
  form.dispatchEvent(new Event(UNSENT, { bubbles: true }));
}

const leaving = new WeakSet<HTMLFormElement>();

/**
 * Keeps a page whose form the browser would send to nobody, with everything that was typed: the server is asked before
 * whether it answers. `say` is called with the reason. Forms that a script sends itself are not concerned.
 */
export function guardForms(say: (failure: Failure) => void): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method !== 'post' || leaving.has(form)) return;
    sent = form;
    // The worker sends it, and says when it could not; not files, which may take longer than it waits.
    if (navigator.serviceWorker?.controller && form.enctype !== 'multipart/form-data') return;
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    void askHealth().then((failure) => {
      form.ariaBusy = null;
      if (failure) {
        giveBack();
        say(failure);
      } else {
        leave(form, event.submitter);
      }
    });
  });
}

// Scripts that listen for the submission have had it already.
function leave(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const data = new FormData(form, submitter);
  leaving.add(form);
  const named = submitter?.getAttribute('name');
  if (named) {
    const pressed = document.createElement('input');
    Object.assign(pressed, { type: 'hidden', name: named, value: String(data.get(named) ?? '') });
    form.append(pressed);
    addEventListener('pageshow', () => pressed.remove(), { once: true });
  }
  const action = form.action;
  if (submitter?.hasAttribute('formaction')) form.action = (submitter as HTMLButtonElement).formAction;
  form.submit();
  form.action = action;
  leaving.delete(form);
}
