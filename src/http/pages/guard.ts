import { mayAdminister } from '../../domain/admin/permission.ts';
import type { Viewer } from '../../domain/context.ts';
import { beginningOf } from '../../domain/letters.ts';
import type { Block } from '../../domain/restrictions/block.ts';
import { returnTo } from './return-to.ts';
import { hasTrait } from './routes.ts';

export interface Access {
  viewer: Viewer | null;
  block: Block | null;
  /** Whether the browser still sends the token of a session that has ended. */
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

/** How long before its end a session can be followed by a new one without signing out first; milliseconds. */
const RENEWABLE = 10 * 60_000;

/**
 * Where a person is redirected instead of seeing a page; null if they may see it
 * (docs/behaviour.md#pages-and-redirects). `isKnown`: whether there is such a page.
 */
export function redirectFor(url: URL, isKnown: boolean, access: Access): string | null {
  const { viewer, block } = access;
  const path = plainPath(url);
  if (url.searchParams.has(CLEAR)) return clearAddress(url);
  if (block) return hasTrait(path, 'blocked') ? null : blockedAddress(block);
  if (viewer && path.startsWith('/auth/')) return '/';
  const moved = MOVED[path];
  if (moved) return moved === '/' ? '/' : moved + url.search;
  if (viewer) {
    const isElsewhere = hasTrait(path, 'guests') && !mayRenew(url, viewer, access.now);
    return isElsewhere ? homeOf(url, viewer) : null;
  }
  return needsSession(path, isKnown) ? loginAddress(url, access.sessionEnded) : null;
}

/** The parameter of any address that asks to clear what the browser has stored. */
const CLEAR = 'clear-data';

// A link changes nothing: the page asks first.
function clearAddress(url: URL): string {
  const back = new URLSearchParams(url.searchParams);
  back.delete(CLEAR);
  const wanted = url.pathname + (back.size > 0 ? `?${back}` : '');
  return `/clear-data?${new URLSearchParams({ return: wanted })}`;
}

/** Whether a page belongs to accounts: without any account, it redirects to where the first one is created. */
export function needsAccount(url: URL, isKnown: boolean): boolean {
  const path = plainPath(url);
  return path === '/login' || needsSession(path, isKnown);
}

/** The sign-in page, which returns to the requested page, and says so if the session has ended. */
export function loginAddress(url: URL, sessionEnded: boolean): string {
  const wanted = url.pathname + url.search;
  const query = new URLSearchParams();
  if (sessionEnded) query.set('expired', '1');
  if (wanted !== '/') query.set('return', wanted);
  return query.size > 0 ? `/login?${query}` : '/login';
}

function needsSession(path: string, isKnown: boolean): boolean {
  return isKnown && !hasTrait(path, 'guests') && !hasTrait(path, 'open');
}

function plainPath({ pathname }: URL): string {
  return pathname.replace(/(.)\/+$/, '$1');
}

// Back to the requested page, also when the sign-in happened in another tab; never in a circle.
function homeOf({ searchParams }: URL, viewer: Viewer): string {
  const wanted = returnTo(searchParams.get('return'));
  if (wanted !== '/' && !/^\/(login|register)\b/.test(wanted)) return wanted;
  return homeFor(viewer);
}

/** Where a person arrives who has signed in and asked for no page. */
export function homeFor(person: Pick<Viewer, 'role'>): '/admin' | '/' {
  return mayAdminister(person, 'admin') ? '/admin' : '/';
}

function mayRenew(url: URL, { sessionEnds }: Viewer, now: Date): boolean {
  return url.searchParams.has('again') && Date.parse(sessionEnds) - now.getTime() <= RENEWABLE;
}

const REASON_MAX = 300;
/** The most code units of a reason in an address, where each takes up to nine characters. */
const IN_ADDRESS = 600;

/** The page that shows people why they are blocked and until when. */
export function blockedAddress({ reason, expires_at }: Block): string {
  const query = new URLSearchParams();
  if (reason) query.set('reason', beginningOf(reason, REASON_MAX, IN_ADDRESS));
  if (expires_at) query.set('expires_at', expires_at);
  return query.size > 0 ? `/blocked?${query}` : '/blocked';
}

// Direction marks could reorder the text around the reason too.
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The block in such an address: anybody may have written it, so it is shortened and an invalid end is dropped. */
export function blockFrom(query: URLSearchParams): Block {
  const reason = query.get('reason')?.replace(INVISIBLE, ' ').trim() ?? '';
  const end = new Date(query.get('expires_at') ?? '');
  const isPossible = /^\d{4}-\d\d-\d\dT/.test(query.get('expires_at') ?? '') && !Number.isNaN(end.getTime());
  return {
    reason: beginningOf(reason, REASON_MAX) || null,
    expires_at: isPossible ? end.toISOString() : null,
  };
}
