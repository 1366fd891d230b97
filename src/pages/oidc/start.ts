import type { APIRoute } from 'astro';
import { beginAttempt } from '../../domain/accounts/oidc/sign-in.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import { turnBack } from './_way.ts';

/** A link and not a form, because the content policy lets no form lead to another site. */
export const GET: APIRoute = async ({ locals, redirect, url }) => {
  const to = returnTo(url.searchParams.get('return'));
  try {
    const { page, attempt } = await beginAttempt(locals.context);
    locals.oidc?.store({ attempt: { ...attempt, to } });
    return redirect(page, 302);
  } catch (error) {
    return redirect(turnBack(locals, error, to), 302);
  }
};
