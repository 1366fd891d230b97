import { defineMiddleware } from 'astro:middleware';
import { requireAdministrator } from './domain/admin/require.ts';
import { todayOf } from './domain/calendar.ts';
import { DomainError } from './domain/error.ts';
import { UserBlocked } from './domain/restrictions/block.ts';
import { isWithoutOwner } from './domain/users/register.ts';
import { confirmAdministration } from './domain/users/second-factor/check-code.ts';
import { startPageOf } from './domain/users/sign-in.ts';
import { unavailable } from './http/delivery/errors.ts';
import { blockedAddress, loginAddress, needsAccount, redirectFor, START_PAGE } from './http/pages/guard.ts';
import { hasTrait } from './http/pages/routes.ts';
import { readWrittenFields } from './http/pages/written-fields.ts';

// The role whose lack is the reason for the refusal.
function requiredRole({ code, extra }: DomainError): 'admin' | 'super_admin' | null {
  const role = code === 'FORBIDDEN' ? extra.details?.required_role : null;
  return role === 'admin' || role === 'super_admin' ? role : null;
}

function takesCode(path: string): boolean {
  return (hasTrait(path, 'admin') || hasTrait(path, 'super_admin')) && !hasTrait(path, 'own password');
}

function codeErrorIn(error: unknown): 'CODE_REQUIRED' | 'CODE_INVALID' | undefined {
  const code = error instanceof DomainError ? error.code : undefined;
  return code === 'CODE_REQUIRED' || code === 'CODE_INVALID' ? code : undefined;
}

/** Decides who may see which page before it is rendered, and handles errors of pages. */
export const onRequest = defineMiddleware(async (astro, next) => {
  const { url, locals, routePattern, request, rewrite, redirect } = astro;
  const { viewer, block, sessionEnded, context } = locals;
  const isKnown = !routePattern.startsWith('/[...');
  const isGuest = !viewer && !block;
  if (isGuest && needsAccount(url, isKnown) && (await isWithoutOwner(context)))
    return redirect('/register', 302);
  const target = redirectFor(url, isKnown, { viewer, block, sessionEnded, now: context.now });
  if (target !== null) {
    if (sessionEnded) locals.clearSession();
    return redirect(target === START_PAGE && viewer ? await startPageOf(context, viewer) : target, 302);
  }
  if (viewer) {
    const writer = { today: todayOf({ now: context.now, viewer }), ...viewer.preferences };
    if (locals.form) readWrittenFields(locals.form, writer);
    // Addresses have dates that mean the same whatever format is chosen later.
    const query = new URLSearchParams(url.search);
    if (request.method === 'GET' && readWrittenFields(query, writer))
      return redirect(`${url.pathname}?${query}`, 302);
  }
  // A new request, because Astro cannot rewrite one whose body was read. An error page links to the same address.
  const show = (path: string) =>
    rewrite(new Request(new URL(path + url.search, url), { headers: request.headers }));
  try {
    for (const role of ['admin', 'super_admin'] as const)
      if (viewer && hasTrait(url.pathname, role)) requireAdministrator({ viewer, site: context.site }, role);
    if (request.method === 'POST' && takesCode(url.pathname))
      await confirmAdministration(locals.signedIn).catch((error) => {
        locals.codeError = codeErrorIn(error);
        throw error;
      });
    return await next();
  } catch (error) {
    if (error instanceof Response) return error;
    if (locals.codeError) return show('/enter-code');
    if (error instanceof UserBlocked) return redirect(blockedAddress(error.block), 302);
    if (error instanceof DomainError && error.status === 404) return show('/not-found');
    if (error instanceof DomainError && error.code === 'SECOND_FACTOR_REQUIRED')
      return redirect('/profile/two-step', 302);
    const required = error instanceof DomainError && requiredRole(error);
    if (required) {
      locals.requiredRole = required;
      return show('/denied');
    }
    if (error instanceof DomainError && error.status === 401)
      return redirect(loginAddress(url, sessionEnded), 302);
    if (error instanceof DomainError) return locals.answerError(error);
    context.log.error({ request_id: locals.requestId, err: error }, 'a page failed');
    const temporary = unavailable(error);
    return temporary ? locals.answerError(temporary) : show('/500');
  }
});
