import type { APIRoute } from 'astro';
import { beginAttempt } from '../../domain/users/oidc/sign-in.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import { turnBack } from './_way.ts';

/** In characters; tokens of invitations have 32. */
const INVITATION_MAX = 64;

/** A link and not a form, because the content policy lets no form lead to another site. */
export const GET: APIRoute = async ({ locals, redirect, url }) => {
  const to = returnTo(url.searchParams.get('return'));
  try {
    const { page, attempt } = await beginAttempt(locals.context);
    const invitation = url.searchParams.get('invitation')?.slice(0, INVITATION_MAX);
    locals.oidc?.store({ attempt: { ...attempt, to, invitation } });
    return redirect(page, 302);
  } catch (error) {
    return redirect(turnBack(locals, error, { to }), 302);
  }
};
