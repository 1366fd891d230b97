import type { Viewer } from '../../domain/context.ts';
import { MINUTE } from '../../domain/instants.ts';
import { beginningOf } from '../../domain/letters.ts';
import type { Block } from '../../domain/restrictions/block.ts';
import { returnTo } from './return-to.ts';
import { hasTrait } from './routes.ts';

export interface Access {
  viewer: Viewer | null;
  block: Block | null;
  /** Whether the browser still sends the token of an ended session. */
  sessionEnded: boolean;
  now: Date;
}

const MOVED: Record<string, string> = {
  '/dashboard': '/',
  '/onboarding': '/',
  '/auth/login': '/login',
  '/auth/register': '/register',
  '/auth/verify-email': '/verify-email',
  '/auth/password-reset': '/forgot-password',
};

/** Milliseconds before its end in which a session can be renewed without signing out first. */
const RENEWABLE = 10 * MINUTE;

/** The target of who opens a page for guests: where a sign-in leads, which their money decides. */
export const START_PAGE = '';

/** Null if the person may see the page, `isKnown` if it exists (docs/behaviour.md#pages-and-redirects). */
export function redirectFor(url: URL, isKnown: boolean, access: Access): string | null {
  const { viewer, block } = access;
  const path = plainPath(url);
  if (url.searchParams.has(CLEAR_PARAMETER)) return clearAddress(url);
  if (block) return hasTrait(path, 'blocked') ? null : blockedAddress(block);
  if (viewer && path.startsWith('/auth/')) return '/';
  const moved = MOVED[path];
  if (moved) return moved === '/' ? '/' : moved + url.search;
  if (viewer) {
    const isElsewhere = hasTrait(path, 'guests') && !mayRenew(url, viewer, access.now);
    return isElsewhere ? homeOf(url) : null;
  }
  return needsSession(path, isKnown) ? loginAddress(url, access.sessionEnded) : null;
}

/** This parameter of any address asks to clear the browser's storage. */
const CLEAR_PARAMETER = 'clear-data';

// A link changes nothing: the page asks first.
function clearAddress(url: URL): string {
  const back = new URLSearchParams(url.searchParams);
  back.delete(CLEAR_PARAMETER);
  const path = url.pathname + (back.size > 0 ? `?${back}` : '');
  return `/clear-data?${new URLSearchParams({ return: path })}`;
}

/** Such a page redirects to registration while there are no accounts. */
export function needsAccount(url: URL, isKnown: boolean): boolean {
  const path = plainPath(url);
  return path === '/login' || needsSession(path, isKnown);
}

/** The sign-in page, which returns to the requested page and says if the session has ended. */
export function loginAddress(url: URL, sessionEnded: boolean): string {
  const path = url.pathname + url.search;
  const query = new URLSearchParams();
  if (sessionEnded) query.set('expired', '1');
  if (path !== '/') query.set('return', path);
  return query.size > 0 ? `/login?${query}` : '/login';
}

function needsSession(path: string, isKnown: boolean): boolean {
  return isKnown && !hasTrait(path, 'guests') && !hasTrait(path, 'open');
}

function plainPath({ pathname }: URL): string {
  return pathname.replace(/(.)\/+$/, '$1');
}

// Also returns to the requested page after a sign-in in another tab; never in a loop.
function homeOf({ searchParams }: URL): string {
  const path = returnTo(searchParams.get('return'));
  return path === '/' || /^\/(login|register)\b/.test(path) ? START_PAGE : path;
}

function mayRenew(url: URL, { sessionEnds }: Viewer, now: Date): boolean {
  return url.searchParams.has('again') && Date.parse(sessionEnds) - now.getTime() <= RENEWABLE;
}

const REASON_MAX = 300;
/** Code units of a reason in an address, where each takes up to nine characters. */
const REASON_LIMIT = 600;

export function blockedAddress({ reason, expires_at }: Block): string {
  const query = new URLSearchParams();
  if (reason) query.set('reason', beginningOf(reason, REASON_MAX, REASON_LIMIT));
  if (expires_at) query.set('expires_at', expires_at);
  return query.size > 0 ? `/blocked?${query}` : '/blocked';
}

// Direction marks could reorder the surrounding text.
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Anybody may have written such an address: the reason is shortened, an invalid end dropped. */
export function blockFrom(query: URLSearchParams): Block {
  const reason = query.get('reason')?.replace(INVISIBLE, ' ').trim() ?? '';
  const end = new Date(query.get('expires_at') ?? '');
  const isPossible = /^\d{4}-\d\d-\d\dT/.test(query.get('expires_at') ?? '') && !Number.isNaN(end.getTime());
  return {
    reason: beginningOf(reason, REASON_MAX) || null,
    expires_at: isPossible ? end.toISOString() : null,
  };
}
