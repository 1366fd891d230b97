import { NOTICE_LEAD, REFRESH_LEAD } from '../../domain/sessions/times.ts';
import { DRAFTS, OFFLINE } from '../core/names.ts';
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

/** The delay after a renewal failed for a reason other than the end of the session. */
const RETRY_MS = 30_000;
/** The server's clock decides; after this margin the session has ended there too. */
const MARGIN_MS = 1000;
/** Browsers accept no delay longer than 24 days. */
const LONGEST_WAIT_MS = 3_600_000;

let session = readMarker(document.body.dataset.session);
/** How far the server's clock is ahead of the browser's, in milliseconds, once known. */
let ahead: number | undefined;
/** How long before expiry a token is renewed; less for a short lifetime. */
let lead = REFRESH_LEAD;
let timer = 0;

/** Follows other tabs, renews the access token, warns before the session ends, and then opens the sign-in page. */
export async function watchSession(): Promise<void> {
  const marker = lastMarker();
  if (marker !== undefined && marker?.person !== session?.person) return follow();
  if (!session) return;
  // Another tab may have renewed the token.
  if (marker && marker.accessEnds > session.accessEnds) session = marker;
  ahead ??= await measureClock();
  await schedule(session);
}

// Another person is signed in now, or none: the server decides what this address shows.
function follow(): void {
  if (!hasExpired()) sessionStorage.removeItem(DRAFTS);
  location.replace(location.pathname + location.search);
}

async function schedule(marker: SessionMarker): Promise<void> {
  clearTimeout(timer);
  const now = Date.now() + (ahead ?? 0);
  if (now >= marker.sessionEnds + MARGIN_MS) return redirectToSignIn();
  const toNotice = marker.sessionEnds - NOTICE_LEAD - now;
  if (toNotice <= 0) showNotice();
  else document.querySelector(NOTICE)?.remove();
  // A token that expires with the session cannot be renewed.
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

// A wrong local clock would end the session too early or never.
async function measureClock(): Promise<number> {
  const options = { baseURL: '/', method: 'HEAD', cache: 'no-store' } as const;
  const answer = await request('/health', options).catch(() => null);
  const date = Date.parse(answer?.headers.get('date') ?? '');
  return Number.isNaN(date) ? 0 : date - Date.now();
}

const NOTICE = '[data-session-notice]';

// The notice stays until it is dismissed.
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

/** The HTML for scripts in a page (`ForScripts.astro`), or null. */
function htmlForScripts(name: string): DocumentFragment | null {
  const html = document.querySelector(`[data-${name}]`)?.getAttribute(`data-${name}`);
  return html ? document.createRange().createContextualFragment(html) : null;
}

/** Signs out and deletes stored data. If the server does not answer, the page is cleared and the next one signs out. */
export async function signOut(): Promise<void> {
  if (localStorage[OFFLINE]) return (await import('../core/offline/leave.ts')).leaveEntries(endSession);
  await endSession();
}

async function endSession(): Promise<void> {
  // Before the request, which may take long to fail.
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
