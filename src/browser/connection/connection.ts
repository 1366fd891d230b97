import { GENERAL_FAILURES, SIGN_IN_FAILURES } from '../../i18n/error-catalogue.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { loadDrafts } from '../core/drafts/start.ts';
import { followForms, giveBack, sendOnceAnswered, sentForm } from '../core/forms/unsent-forms.ts';
import { fetchPage } from '../core/page/fetch-page.ts';
import { askHealth } from '../core/request/ask-health.ts';
import { type Failure, followAttempts } from '../core/request/attempts.ts';
import { HEALTH_CHECK_EVERY } from '../core/request/limits.ts';
import { isMarkedBlocked } from '../core/session/blocked-session.ts';
import { noteChange } from '../core/session/data-version.ts';
import { noticeTexts } from '../core/texts/notice-texts.ts';
import type { Translate } from '../core/texts/translate.ts';
import { createBanner, sayUnsent } from './banner.ts';
import { followHealth, type Health } from './health.ts';

/** The forms whose values can wait on this device for the server. */
const KEPT = 'form[data-keeps]';
const keeper = () => import('../core/offline/keep-form.ts');

let watching: Promise<Health> | undefined;

/** Watches the connection of the page; called again, it only notes a failure from before it was there. */
export async function watchConnection(failure?: Failure): Promise<void> {
  // Whatever it shows is loaded now: without a connection it could not be fetched any more.
  watching ??= noticeTexts().then(watch);
  try {
    const { note } = await watching;
    if (failure) note(failure);
  } catch {
    // Its texts could not be loaded: the next failure tries again.
    watching = undefined;
  }
}

function watch(t: Translate): Health {
  const health: Health = followHealth({
    now: () => Date.now(),
    isSignedIn: Boolean(document.body.dataset.session),
    isCold: 'seen' in document.documentElement.dataset,
    isOnline: () => navigator.onLine,
    isVisible: () => !document.hidden,
    isBlocked: isMarkedBlocked,
    isInUse: followUse(),
    askHealth,
    // Loaded once the server answers again. After an upgrade its file is gone: the next page knows.
    validate: () =>
      import('../core/request/validate-session.ts').then(
        ({ validateSession }) => validateSession(),
        () => 'valid',
      ),
    forgetAnswers: noteChange,
    show: createBanner(t, () => health, refreshSeen),
    signOut: async (reason) => {
      await (await import('../core/request/session-end.ts')).redirectToSignIn(reason);
    },
  });
  followAttempts(health.note);
  addEventListener('offline', health.lose);
  addEventListener('online', health.regain);
  if (!navigator.onLine) health.lose();
  setInterval(health.check, HEALTH_CHECK_EVERY);
  followForms();
  // What is typed from now on can be stored without the server.
  if (document.querySelector('form[data-warn-unsaved]')) loadDrafts();
  if (document.querySelector(KEPT))
    keeper()
      .then(({ startWaiting }) => startWaiting())
      .catch(() => undefined);
  if (navigator.serviceWorker?.controller && document.body.dataset.session)
    import('../../stores/prefetched.ts').then(({ followKnown }) => followKnown()).catch(() => undefined);
  if (localStorage.waiting)
    import('../core/offline/queue.ts').then(({ startWaiting }) => startWaiting()).catch(() => undefined);
  const { seen } = document.documentElement.dataset;
  if (seen) {
    // What was said when the page was stored is not said again.
    for (const old of document.querySelectorAll('.flash:not([data-session-notice])')) old.remove();
    // The page is shown because the server gave no other: nobody has to fail first.
    health.note('network');
  }
  return health;
}

/** Sends a form of this page, or says why it cannot be sent. */
export async function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const failure = await sendOnceAnswered(form, submitter);
  if (failure) await keepOrSayWhy(failure, form, false);
}

/** Says that the worker could not send a form of this page. */
export function sayFormUnsent(failure: Failure): void {
  void keepOrSayWhy(failure, sentForm(), navigator.onLine);
}

async function keepOrSayWhy(failure: Failure, form: HTMLElement, mayHaveArrived: boolean): Promise<void> {
  const isKept =
    form.matches(KEPT) &&
    (await keeper().then(
      ({ keepForm }) => keepForm(form as HTMLFormElement, mayHaveArrived),
      () => false,
    ));
  giveBack(form);
  await watchConnection(failure);
  if (isKept) return;
  const t = await noticeTexts();
  // Without an answer nobody knows whether it arrived.
  const more = 'warnUnsaved' in form.dataset ? ` ${t('failures:connection.unsaved')}` : '';
  sayUnsent(t(textOf(failure)) + more);
}

/** A page that came from this browser's store is shown as the server has it now. */
async function refreshSeen(): Promise<void> {
  const { dataset } = document.documentElement;
  if (!dataset.seen) return;
  try {
    // Asked once, and left as it is when only this page fails: a reload would show the stored one again, for ever.
    const answer = await fetchPage(location.href, { method: 'GET' }).catch(() => null);
    if (!answer?.ok) return;
    delete dataset.seen;
    await (await import('../core/page/show-changes.ts')).showChanges({ answer });
  } catch {
    // The scripts of this page have gone with an upgrade.
    location.reload();
  }
}

/** Returns whether somebody has used the page since it was asked last. */
function followUse(): () => boolean {
  let isUsed = true;
  const use = () => {
    isUsed = true;
  };
  for (const kind of ['pointerdown', 'keydown', 'input', 'scroll'])
    addEventListener(kind, use, { passive: true });
  return () => {
    const was = isUsed;
    isUsed = false;
    return was;
  };
}

// The sign-in page has texts of its own (docs/behaviour.md#messages-of-failures).
function textOf(failure: Failure): TextKey {
  const texts = location.pathname === '/login' ? SIGN_IN_FAILURES : GENERAL_FAILURES;
  if (failure === 'timeout') return texts.TIMEOUT_ERROR;
  return failure === 'server' ? texts.SERVER_ERROR : texts.NETWORK_ERROR;
}
