import { NOTICE_LEAD, REFRESH_LEAD } from '../../domain/sessions/times.ts';
import { renewSession } from '../../islands/renew-session.ts';
import { request } from '../../islands/request.ts';
import { redirectToSignIn } from '../../islands/session-end.ts';
import { forgetBlocked } from '../../stores/blocked-session.ts';
import { lastMarker, readMarker, type SessionMarker, writeMarker } from '../../stores/session-marker.ts';
import '../connection.ts';

export { signOut } from './sign-out.ts';

/** After a renewal that failed for another reason than the session's end. */
const RETRY_MS = 30_000;
/** The server's clock decides: a little later it agrees that the session is over. */
const MARGIN_MS = 1000;
/** A browser takes no longer wait than 24 days; a look now and then costs nothing. */
const LONGEST_WAIT_MS = 3_600_000;

let session = readMarker(document.body.dataset.session);
/** Milliseconds that the server's clock is ahead of the browser's, once it is known. */
let ahead: number | undefined;
/** How long before its end a token is renewed: less for one that lives shortly. */
let lead = REFRESH_LEAD;
let timer = 0;

/** Looks after the session of this page: follows the other tabs, renews the access token, gives notice of the end, signs out at it. */
export async function keepSession(): Promise<void> {
  const marker = lastMarker();
  if (marker !== undefined && marker?.person !== session?.person) return follow();
  if (!session) return;
  adopt(marker);
  ahead ??= await measureClock();
  await schedule(session);
}

// Another person, or nobody, is signed in now: the server knows what this address shows them.
function follow(): void {
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
  // A token that ends with the session, to the second, cannot be followed by another.
  const toRenewal =
    marker.accessEnds < marker.sessionEnds - MARGIN_MS
      ? marker.accessEnds - lead - now
      : Number.POSITIVE_INFINITY;
  const next = toRenewal <= 0 ? await renew(marker) : toRenewal;
  const toNext = toNotice > 0 ? toNotice : marker.sessionEnds + MARGIN_MS - now;
  timer = window.setTimeout(keepSession, Math.min(next, toNext, LONGEST_WAIT_MS));
}

/** Renews the access token; gives milliseconds until the next look. */
async function renew(marker: SessionMarker): Promise<number> {
  const { status, seconds } = await renewSession();
  if (status === 401) return redirectToSignIn();
  if (status !== 200) return RETRY_MS;
  const life = seconds * 1000;
  lead = Math.min(REFRESH_LEAD, life / 2);
  session = { ...marker, accessEnds: Date.now() + (ahead ?? 0) + life };
  writeMarker(session);
  forgetBlocked();
  return life - lead;
}

// A clock that is wrong would end the session too soon or never.
async function measureClock(): Promise<number> {
  const how = { baseURL: '/', method: 'HEAD', cache: 'no-store' } as const;
  const answer = await request.raw('/health', how).catch(() => null);
  const date = Date.parse(answer?.headers.get('date') ?? '');
  return Number.isNaN(date) ? 0 : date - Date.now();
}

const NOTICE = '[data-session-notice]';

// Shows the notice that the page carries, unless it is there; it stays until somebody puts it away.
function showNotice(): void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-session-ending]');
  if (!template || document.querySelector(NOTICE)) return;
  document.querySelector('[data-toasts] [role=alert]')?.append(template.content.cloneNode(true));
  const notice = document.querySelector<HTMLElement>(NOTICE);
  notice?.querySelector('button')?.addEventListener('click', () => {
    notice.replaceChildren();
    notice.hidden = true;
  });
}

// Takes the notice away: the session continues after all.
function hideNotice(): void {
  document.querySelector(NOTICE)?.remove();
}
