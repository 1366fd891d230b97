import type { APIRoute } from 'astro';
import { DomainError } from '../../domain/error.ts';
import { isClosedTo, opensAccount } from '../../domain/users/identities/join.ts';
import { belongsTo, verifyWithinLimit } from '../../domain/users/identities/sign-in.ts';
import { type Attempt, identityFrom, requireAttempt } from '../../domain/users/oidc/sign-in.ts';
import { enter, turnBack } from './_way.ts';

/** The provider sends the browser here, with a code or an error. */
export const GET: APIRoute = async ({ locals, redirect, url }) => {
  const { context, viewer, oidc } = locals;
  const { to = '/', invitation } = oidc?.attempt ?? {};
  let attempt: Attempt;
  try {
    attempt = requireAttempt(context, url.searchParams, oidc?.attempt);
  } catch (error) {
    // The attempt of another tab goes on.
    return redirect(turnBack(locals, error, { to, keepsAttempt: true }), 302);
  }
  try {
    const verified = await verifyWithinLimit(context, () => identityFrom(context, url.searchParams, attempt));
    const identity = { ...verified, to, invitation };
    const isOther = viewer && !(await belongsTo(context, verified, viewer.id));
    const opens = !viewer && (await opensAccount(context, verified));
    if (opens && (await isClosedTo(context, verified, invitation)))
      throw new DomainError('REGISTRATION_CLOSED', 403);
    if (isOther || opens) {
      oidc?.store({ identity });
      return redirect('/oidc', 302);
    }
    return redirect(await enter(locals, identity, {}), 302);
  } catch (error) {
    return redirect(turnBack(locals, error, { to }), 302);
  }
};
