import { defineMiddleware } from 'astro:middleware';
import { awaitsOwner } from './domain/accounts/awaits-owner.ts';
import { DomainError } from './domain/error.ts';
import { UserBlocked } from './domain/restrictions/block.ts';
import { blockedAddress } from './door/blocked-address.ts';
import { concernsOwner, leadAway, loginFor } from './door/page-guard.ts';

/** Who may see which page, before a byte of it is made. */
export const onRequest = defineMiddleware(async (call, next) => {
  const { url, locals, routePattern, request, rewrite, redirect } = call;
  const { viewer, block, sessionEnded, context } = locals;
  const isKnown = !routePattern.startsWith('/[...');
  const isStranger = !viewer && !block;
  if (isStranger && concernsOwner(url, isKnown) && (await awaitsOwner(context)))
    return redirect('/register', 302);
  const elsewhere = leadAway(url, isKnown, { viewer, block, sessionEnded, now: context.now });
  if (elsewhere) {
    if (sessionEnded) locals.clearSession();
    return redirect(elsewhere, 302);
  }
  // What was sent has been read by now: the framework takes no such request along.
  const show = (path: string) => rewrite(new Request(new URL(path, url), { headers: request.headers }));
  try {
    return await next();
  } catch (error) {
    if (error instanceof UserBlocked) return redirect(blockedAddress(error.block), 302);
    if (error instanceof DomainError && error.status === 404) return show('/not-found');
    if (error instanceof DomainError && error.status === 401)
      return redirect(loginFor(url, sessionEnded), 302);
    if (error instanceof DomainError) return locals.refuse(error);
    context.app.log.error({ request_id: locals.requestId, err: error }, 'a page failed');
    return show('/500');
  }
});
