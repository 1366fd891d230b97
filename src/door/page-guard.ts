import { mayAdminister } from '../domain/admin/permission.ts';
import type { Viewer } from '../domain/context.ts';
import type { Block } from '../domain/restrictions/block.ts';
import { blockedAddress } from './blocked-address.ts';
import { returnTo } from './return-to.ts';

/** Who asks for a page, as the front door met them. */
export interface Asking {
  viewer: Viewer | null;
  block: Block | null;
  /** Whether the browser still carries a session that is over. */
  sessionEnded: boolean;
  now: Date;
}

/** Pages for people who are not signed in; everybody else is led on. */
const FOR_GUESTS = new Set(['/login', '/register']);

/** Pages that need nobody signed in; all others but unknown ones do. */
const OPEN =
  /^\/(blocked|refused|verify-email|change-email|restore-email|forgot-password|reset-password|google|legal|preferences\/visit|accessibility|logout|api\/docs)(\/|$)/;

/** What is left to somebody who is blocked: to read why, to read the rest of what anybody may, to sign out. */
const OPEN_TO_BLOCKED = /^\/(blocked|refused|legal|preferences\/visit|accessibility|logout)(\/|$)/;

const MOVED: Record<string, string> = {
  '/dashboard': '/',
  '/onboarding': '/',
  '/auth/login': '/login',
  '/auth/register': '/register',
  '/auth/verify-email': '/verify-email',
  '/auth/password-reset': '/forgot-password',
};

/** Within so many milliseconds before its end a session can be followed by a new one without signing out first. */
const RENEWABLE = 10 * 60_000;

/**
 * Where somebody is led instead of the page they ask for; null where they may see it (specification, section 2,
 * redirects and guards). `isKnown` tells whether there is such a page.
 */
export function leadAway(url: URL, isKnown: boolean, asking: Asking): string | null {
  const { viewer, block } = asking;
  const path = plainPath(url);
  if (block) return OPEN_TO_BLOCKED.test(path) ? null : blockedAddress(block);
  if (viewer && path.startsWith('/auth/')) return '/';
  const moved = MOVED[path];
  if (moved) return moved === '/' ? '/' : moved + url.search;
  if (viewer) return FOR_GUESTS.has(path) && !mayRenew(url, viewer, asking.now) ? homeOf(url, viewer) : null;
  return needsSession(path, isKnown) ? loginFor(url, asking.sessionEnded) : null;
}

/** Whether nobody but a signed-in person sees this page, or it is the one to become that. */
export function concernsOwner(url: URL, isKnown: boolean): boolean {
  const path = plainPath(url);
  return path === '/login' || needsSession(path, isKnown);
}

/** The sign-in page, which leads back to where somebody wanted to go; it tells them if their session has ended. */
export function loginFor(url: URL, sessionEnded: boolean): string {
  const wanted = url.pathname + url.search;
  const query = new URLSearchParams();
  if (sessionEnded) query.set('expired', '1');
  if (wanted !== '/') query.set('return', wanted);
  return query.size > 0 ? `/login?${query}` : '/login';
}

function needsSession(path: string, isKnown: boolean): boolean {
  return isKnown && !FOR_GUESTS.has(path) && !OPEN.test(path);
}

function plainPath({ pathname }: URL): string {
  return pathname.replace(/(.)\/+$/, '$1');
}

// Back to where they came from, be it through another tab; never in a circle.
function homeOf({ searchParams }: URL, viewer: Viewer): string {
  const wanted = returnTo(searchParams.get('return'));
  if (wanted !== '/' && !/^\/(login|register)\b/.test(wanted)) return wanted;
  return mayAdminister(viewer, 'admin') ? '/admin' : '/';
}

function mayRenew(url: URL, { sessionEnds }: Viewer, now: Date): boolean {
  return url.searchParams.has('again') && Date.parse(sessionEnds) - now.getTime() <= RENEWABLE;
}
