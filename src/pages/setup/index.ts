import type { APIRoute } from 'astro';
import { furthestStep } from '../../domain/onboarding/progress.ts';
import { readOwn } from '../../domain/users/profile.ts';
import { stepHref } from './_step.ts';

/** Continues the setup guide at the first step that is not done, or starts it again once it is completed. */
export const GET: APIRoute = async ({ locals, redirect }) => {
  const user = await readOwn(locals.signedIn);
  return redirect(stepHref(user.onboarding_completed ? 1 : furthestStep(user), false), 302);
};
