import { defineMiddleware } from 'astro:middleware';
import { isWithoutOwner } from './domain/accounts/register.ts';
import { requireRole } from './domain/admin/require.ts';
import { DomainError } from './domain/error.ts';
import { UserBlocked } from './domain/restrictions/block.ts';
import { unavailable } from './http/delivery/errors.ts';
import { blockedAddress, loginAddress, needsAccount, redirectFor } from './http/pages/guard.ts';
import { hasTrait } from './http/pages/routes.ts';

// The role that a page takes, where that is why it is refused.
function requiredRole({ code, extra }: DomainError): 'admin' | 'super_admin' | null {
  const role = code === 'FORBIDDEN' ? extra.details?.required_role : null;
  return role === 'admin' || role === 'super_admin' ? role : null;
}

/** Decides who may see which page before it is rendered, and handles the errors that pages throw. */
export const onRequest = defineMiddleware(async (astro, next) => {
  const { url, locals, routePattern, request, rewrite, redirect } = astro;
  const { viewer, block, sessionEnded, context } = locals;
  const isKnown = !routePattern.startsWith('/[...');
  const isGuest = !viewer && !block;
  if (isGuest && needsAccount(url, isKnown) && (await isWithoutOwner(context)))
    return redirect('/register', 302);
  const elsewhere = redirectFor(url, isKnown, { viewer, block, sessionEnded, now: context.now });
  if (elsewhere) {
    if (sessionEnded) locals.clearSession();
    return redirect(elsewhere, 302);
  }
  // A new request: the body of this one has been read, and Astro cannot rewrite such a request. The page of an error links
  // to the same address again.
  const show = (path: string) =>
    rewrite(new Request(new URL(path + url.search, url), { headers: request.headers }));
  try {
    for (const role of ['admin', 'super_admin'] as const)
      if (viewer && hasTrait(url.pathname, role)) requireRole({ viewer }, role);
    return await next();
  } catch (error) {
    if (error instanceof UserBlocked) return redirect(blockedAddress(error.block), 302);
    if (error instanceof DomainError && error.status === 404) return show('/not-found');
    const required = error instanceof DomainError && requiredRole(error);
    if (required) {
      locals.requiredRole = required;
      return show('/denied');
    }
    if (error instanceof DomainError && error.status === 401)
      return redirect(loginAddress(url, sessionEnded), 302);
    if (error instanceof DomainError) return locals.answerError(error);
    context.log.error({ request_id: locals.requestId, err: error }, 'a page failed');
    const passing = unavailable(error);
    return passing ? locals.answerError(passing) : show('/500');
  }
});
