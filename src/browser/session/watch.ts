import { NOTICE_LEAD, REFRESH_LEAD } from '../../domain/sessions/times.ts';
import { DRAFTS } from '../core/names.ts';
import { keepClear } from '../core/notices/toast-place.ts';
import { request } from '../core/request/request.ts';
import { redirectToSignIn, renewSession } from '../core/session/session-end.ts';
import {
  forgetPages,
  forgetSession,
  hasExpired,
  lastMarker,
  markEnding,
  readMarker,
  type SessionMarker,
  writeMarker,
} from '../core/session/session-marker.ts';
import { forgetBlocked } from '../core/session/viewer.ts';

/** The delay after a renewal that failed for another reason than the end of the session. */
const RETRY_MS = 30_000;
/** The server's clock decides: after this margin it agrees that the session has ended. */
const MARGIN_MS = 1000;
/** Browsers accept no delay longer than 24 days; checking more often costs nothing. */
const LONGEST_WAIT_MS = 3_600_000;

let session = readMarker(document.body.dataset.session);
/** Milliseconds by which the server's clock is ahead of the browser's, once known. */
let ahead: number | undefined;
/** How long before its expiry a token is renewed: less for one with a short lifetime. */
let lead = REFRESH_LEAD;
let timer = 0;

/**
 * Watches the session of this page: follows the other tabs, renews the access token, notifies of the end, and redirects
 * to the sign-in page afterwards.
 */
export async function watchSession(): Promise<void> {
  const marker = lastMarker();
  if (marker !== undefined && marker?.person !== session?.person) return follow();
  if (!session) return;
  adopt(marker);
  ahead ??= await measureClock();
  await schedule(session);
}

// Another person, or nobody, is signed in now: the server decides what this address shows.
function follow(): void {
  if (!hasExpired()) sessionStorage.removeItem(DRAFTS);
  location.replace(location.pathname + location.search);
}

function adopt(marker: SessionMarker | null | undefined): void {
  if (marker && session && marker.accessEnds > session.accessEnds) session = marker;
}

async function schedule(marker: SessionMarker): Promise<void> {
  clearTimeout(timer);
  const now = Date.now() + (ahead ?? 0);
  if (now >= marker.sessionEnds + MARGIN_MS) return redirectToSignIn();
  const toNotice = marker.sessionEnds - NOTICE_LEAD - now;
  if (toNotice <= 0) showNotice();
  else hideNotice();
  // A token that expires together with the session cannot be followed by another one.
  const toRenewal =
    marker.accessEnds < marker.sessionEnds - MARGIN_MS
      ? marker.accessEnds - lead - now
      : Number.POSITIVE_INFINITY;
  const next = toRenewal <= 0 ? await renew(marker) : toRenewal;
  const toNext = toNotice > 0 ? toNotice : marker.sessionEnds + MARGIN_MS - now;
  timer = window.setTimeout(watchSession, Math.min(next, toNext, LONGEST_WAIT_MS));
}

/** Renews the access token; returns the milliseconds until the next check. */
async function renew(marker: SessionMarker): Promise<number> {
  const { status, seconds } = await renewSession();
  if (status === 401) return redirectToSignIn();
  if (status !== 200) return RETRY_MS;
  const lifetime = seconds * 1000;
  lead = Math.min(REFRESH_LEAD, lifetime / 2);
  session = { ...marker, accessEnds: Date.now() + (ahead ?? 0) + lifetime };
  writeMarker(session);
  forgetBlocked();
  return lifetime - lead;
}

// A wrong clock would end the session too early or never.
async function measureClock(): Promise<number> {
  const how = { baseURL: '/', method: 'HEAD', cache: 'no-store' } as const;
  const answer = await request('/health', how).catch(() => null);
  const date = Date.parse(answer?.headers.get('date') ?? '');
  return Number.isNaN(date) ? 0 : date - Date.now();
}

const NOTICE = '[data-session-notice]';

// Shows the notice that the page contains, unless it is shown already; it stays until it is dismissed.
function showNotice(): void {
  const content = htmlForScripts('session-ending');
  if (!content || document.querySelector(NOTICE)) return;
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  region?.querySelector('[role=alert]')?.append(content);
  if (region) keepClear(region);
  const notice = document.querySelector<HTMLElement>(NOTICE);
  notice?.querySelector('button')?.addEventListener('click', () => {
    notice.replaceChildren();
    notice.hidden = true;
  });
}

function hideNotice(): void {
  document.querySelector(NOTICE)?.remove();
}

/** The HTML that a page holds for scripts (`ForScripts.astro`), or null when it holds none by this name. */
function htmlForScripts(name: string): DocumentFragment | null {
  const html = document.querySelector(`[data-${name}]`)?.getAttribute(`data-${name}`);
  return html ? document.createRange().createContextualFragment(html) : null;
}

/**
 * Signs out. The data stored in this browser is deleted in any case; if the server does not answer, the page is cleared
 * too, and the next page, whichever it is, signs out on the server.
 */
export async function signOut(): Promise<void> {
  if (localStorage.offline) return (await import('../core/offline/leave.ts')).leaveEntries(endSession);
  await endSession();
}

async function endSession(): Promise<void> {
  // Before the server is asked: it may take long not to answer.
  forgetPages();
  markEnding();
  const hasEnded = await endOnServer();
  forgetSession(hasEnded ? 'ended' : 'ending');
  if (!hasEnded) return emptyPage();
  location.replace('/login');
}

// The answer is a redirect to the sign-in page, with a message for it.
function endOnServer(): Promise<boolean> {
  return request('/logout', { baseURL: '/', method: 'POST', redirect: 'manual' }).then(
    ({ status }) => status < 400,
    () => false,
  );
}

function emptyPage(): void {
  const content = htmlForScripts('signed-out');
  if (!content) return;
  document.body.replaceChildren(content);
  document.querySelector('h1')?.focus();
  document.querySelector('button')?.addEventListener('click', () => location.replace('/login'));
}
