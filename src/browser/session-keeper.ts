import { NOTICE_LEAD, REFRESH_LEAD } from '../domain/sessions/times.ts';
import { renewSession } from '../islands/renew-session.ts';
import { leaveForSignIn } from '../islands/session-end.ts';
import { forgetBlocked } from '../stores/blocked-session.ts';
import { lastMarker, readMarker, type SessionMarker, tellMarker } from '../stores/session-marker.ts';
import './connection.ts';
import { hideNotice, showNotice } from './session-notice.ts';

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

/** Looks after the session of this page: follows the other tabs, renews the access token, tells of the end, signs out at it. */
export async function keepSession(): Promise<void> {
  const said = lastMarker();
  if (said !== undefined && said?.person !== session?.person) return follow();
  if (!session) return;
  adopt(said);
  ahead ??= await measureClock();
  await look(session);
}

// Another person, or nobody, is signed in now: the server knows what this address shows them.
function follow(): void {
  location.replace(location.pathname + location.search);
}

function adopt(said: SessionMarker | null | undefined): void {
  if (said && session && said.accessEnds > session.accessEnds) session = said;
}

async function look(kept: SessionMarker): Promise<void> {
  clearTimeout(timer);
  const now = Date.now() + (ahead ?? 0);
  if (now >= kept.sessionEnds + MARGIN_MS) return leaveForSignIn();
  const toNotice = kept.sessionEnds - NOTICE_LEAD - now;
  if (toNotice <= 0) showNotice();
  else hideNotice();
  // A token that ends with the session, to the second, cannot be followed by another.
  const toRenewal =
    kept.accessEnds < kept.sessionEnds - MARGIN_MS ? kept.accessEnds - lead - now : Number.POSITIVE_INFINITY;
  const next = toRenewal <= 0 ? await renew(kept) : toRenewal;
  const toNext = toNotice > 0 ? toNotice : kept.sessionEnds + MARGIN_MS - now;
  timer = window.setTimeout(keepSession, Math.min(next, toNext, LONGEST_WAIT_MS));
}

/** Renews the access token; gives milliseconds until the next look. */
async function renew(kept: SessionMarker): Promise<number> {
  const { status, seconds } = await renewSession();
  if (status === 401) return leaveForSignIn();
  if (status !== 200) return RETRY_MS;
  const life = seconds * 1000;
  lead = Math.min(REFRESH_LEAD, life / 2);
  session = { ...kept, accessEnds: Date.now() + (ahead ?? 0) + life };
  tellMarker(session);
  forgetBlocked();
  return life - lead;
}

// A clock that is wrong would end the session too soon or never.
async function measureClock(): Promise<number> {
  const answer = await fetch('/health', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  const date = Date.parse(answer?.headers.get('date') ?? '');
  return Number.isNaN(date) ? 0 : date - Date.now();
}
