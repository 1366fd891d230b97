import { GENERAL_FAILURES, SIGN_IN_FAILURES } from '../../i18n/error-catalogue.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { ATTEMPT, OFFLINE, UNSENT } from '../core/names.ts';
import { element } from '../core/page/element.ts';
import { fetchPage } from '../core/page/fetch-page.ts';
import { askHealth } from '../core/request/ask-health.ts';
import type { Failure } from '../core/request/attempts.ts';
import { noteChange } from '../core/session/data-version.ts';
import { isMarkedBlocked } from '../core/session/viewer.ts';
import { noticeTexts } from '../core/texts/loaded-texts.ts';
import type { Translate } from '../core/texts/translate.ts';
import { createBanner, showUnsent } from './banner.ts';
import { followHealth, type Health } from './health.ts';
import { HEALTH_CHECK_EVERY } from './recovery-limits.ts';

/** Forms whose values can wait on this device for the server. */
const KEPT = 'form[data-keeps]';
const formQueue = () => import('../core/offline/queue-form.ts');

let watching: Promise<Health> | undefined;

let lastForm: HTMLFormElement | undefined;

/** Watches the page's connection. Called again, it only records a failure from before it was loaded. */
export async function watchConnection(failure?: Failure): Promise<void> {
  // Loaded now: without a connection its texts could not be fetched.
  watching ??= noticeTexts().then(watch);
  try {
    const { note } = await watching;
    if (failure) note(failure);
  } catch {
    // The texts could not be loaded: the next failure tries again.
    watching = undefined;
  }
}

function watch(t: Translate): Health {
  const isSignedIn = Boolean(document.body.dataset.session);
  const isSeen = 'seen' in document.documentElement.dataset;
  const health: Health = followHealth({
    now: () => Date.now(),
    isSignedIn,
    isCold: isSeen,
    isOnline: () => navigator.onLine,
    isVisible: () => !document.hidden,
    isBlocked: isMarkedBlocked,
    isInUse: followUse(),
    askHealth,
    // Loaded once the server answers again. After an upgrade the file is gone, and the next page checks the session.
    validate: () =>
      import('../core/session/session-end.ts').then(
        ({ validateSession }) => validateSession(),
        () => 'valid',
      ),
    forgetAnswers: noteChange,
    show: createBanner(t, () => health, refreshSeen),
    signOut: async (reason) => {
      await (await import('../core/session/session-end.ts')).redirectToSignIn(reason);
    },
  });
  // Failures come by `watchConnection`.
  addEventListener(ATTEMPT, (event) => {
    if ((event as CustomEvent<Failure | null>).detail === null) health.note(null);
  });
  addEventListener('offline', health.lose);
  addEventListener('online', health.regain);
  if (!navigator.onLine) health.lose();
  setInterval(health.check, HEALTH_CHECK_EVERY);
  document.addEventListener('submit', ({ target }) => {
    lastForm = target as HTMLFormElement;
  });
  prepare(isSignedIn).catch(() => undefined);
  if (isSeen) {
    // Messages from when the page was stored are out of date.
    for (const message of document.querySelectorAll('.flash:not([data-session-notice])')) message.remove();
    // The stored page is shown because the server did not answer: that counts as the first failure.
    health.note('network');
  }
  return health;
}

/** Preloads the code that stores entries while the server is away. */
async function prepare(isSignedIn: boolean): Promise<void> {
  const has = (selector: string) => document.querySelector(selector) !== null;
  await Promise.allSettled([
    has('form[data-warn-unsaved]') && import('../core/drafts/follow.ts'),
    has(KEPT) && formQueue(),
    navigator.serviceWorker?.controller &&
      isSignedIn &&
      import('../../stores/transactions.ts').then(({ followPrefetched }) => followPrefetched()),
    (has(KEPT) || localStorage[OFFLINE]) &&
      import('../core/offline/queue.ts').then(({ startQueue }) => startQueue()),
  ]);
}

/** Sends a form once the server answers, or shows why it cannot be sent; the page stays in place until then. */
export async function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  const failure = await askHealth();
  form.ariaBusy = null;
  if (failure) await queueOrShowWhy(failure, form, false);
  else leave(form, submitter);
}

// Listeners of the submit event have already run.
function leave(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const name = submitter?.getAttribute('name');
  if (name) {
    const value = String(new FormData(form, submitter).get(name) ?? '');
    const pressed = element('input', { type: 'hidden', name: name, value });
    form.append(pressed);
    addEventListener('pageshow', () => pressed.remove(), { once: true });
  }
  const action = form.action;
  if (submitter?.hasAttribute('formaction')) form.action = (submitter as HTMLButtonElement).formAction;
  form.submit();
  form.action = action;
}

export function showFormUnsent(failure: Failure): void {
  // A form that was sent before these scripts loaded still has the focus.
  const form = lastForm ?? document.activeElement?.closest('form') ?? document.body;
  void queueOrShowWhy(failure, form, navigator.onLine);
}

async function queueOrShowWhy(failure: Failure, form: HTMLElement, mayHaveArrived: boolean): Promise<void> {
  const isKept =
    form.matches(KEPT) &&
    (await formQueue().then(
      ({ queueForm }) => queueForm(form as HTMLFormElement, mayHaveArrived),
      () => false,
    ));
  form.dispatchEvent(new Event(UNSENT, { bubbles: true }));
  await watchConnection(failure);
  if (isKept) return;
  const t = await noticeTexts();
  // Without an answer it is unknown whether the form arrived.
  const more = 'warnUnsaved' in form.dataset ? ` ${t('failures:connection.unsaved')}` : '';
  showUnsent(t(textOf(failure)) + more);
}

/** Replaces a page from this browser's store with the server's current version. */
async function refreshSeen(): Promise<void> {
  const { dataset } = document.documentElement;
  if (!dataset.seen) return;
  try {
    // No reload if only this page fails: it would show the stored page again, endlessly.
    const answer = await fetchPage(location.href, { method: 'GET' }).catch(() => null);
    if (!answer?.ok) return;
    delete dataset.seen;
    await (await import('../core/page/show-changes.ts')).showChanges({ answer });
  } catch {
    // The scripts of this page are gone after an upgrade.
    location.reload();
  }
}

/** Returns a function that tells whether the page was used since its last call. */
function followUse(): () => boolean {
  let isUsed = true;
  for (const kind of ['pointerdown', 'keydown', 'input', 'scroll'])
    addEventListener(kind, () => (isUsed = true), { passive: true });
  return () => {
    const wasUsed = isUsed;
    isUsed = false;
    return wasUsed;
  };
}

// The sign-in page has its own texts (docs/behaviour.md#messages-of-failures).
function textOf(failure: Failure): TextKey {
  const texts = location.pathname === '/login' ? SIGN_IN_FAILURES : GENERAL_FAILURES;
  if (failure === 'timeout') return texts.TIMEOUT_ERROR;
  return failure === 'server' ? texts.SERVER_ERROR : texts.NETWORK_ERROR;
}
