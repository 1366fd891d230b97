import { defineMiddleware } from 'astro:middleware';
import { awaitsOwner } from './domain/accounts/awaits-owner.ts';
import { DomainError } from './domain/error.ts';

/** Pages for people who are not signed in; everybody else is led on. */
const FOR_GUESTS = new Set(['/login', '/register']);

/** Pages that need nobody signed in; all others but unknown ones do. */
const OPEN =
  /^\/(refused|verify-email|forgot-password|reset-password|legal|preferences\/visit|accessibility|logout|api\/docs)(\/|$)/;

const MOVED: Record<string, string> = {
  '/dashboard': '/',
  '/onboarding': '/',
  '/auth/login': '/login',
  '/auth/register': '/register',
};

/** Who may see which page, before a byte of it is made. */
export const onRequest = defineMiddleware(async ({ url, locals, routePattern, rewrite, redirect }, next) => {
  const path = url.pathname.replace(/(.)\/+$/, '$1');
  const moved = MOVED[path];
  if (moved) return redirect(locals.viewer ? '/' : moved, 302);
  if (locals.viewer && FOR_GUESTS.has(path)) return redirect('/', 302);
  if (!locals.viewer && path !== '/register' && needsSession(path, routePattern)) {
    if (await awaitsOwner(locals.context)) return redirect('/register', 302);
    if (path !== '/login') return redirect(loginFor(url), 302);
  }
  try {
    return await next();
  } catch (error) {
    if (error instanceof DomainError && error.status === 404) return rewrite('/not-found');
    if (error instanceof DomainError && error.status === 401) return redirect(loginFor(url), 302);
    locals.context.app.log.error({ request_id: locals.requestId, err: error }, 'a page failed');
    return rewrite('/500');
  }
});

function needsSession(path: string, routePattern: string): boolean {
  return !OPEN.test(path) && !routePattern.startsWith('/[...');
}

function loginFor(url: URL): string {
  const wanted = url.pathname + url.search;
  return wanted === '/' ? '/login' : `/login?return=${encodeURIComponent(wanted)}`;
}
