import type { APIRoute } from 'astro';
import { readOnboarding } from '../../domain/onboarding/onboarding.ts';
import { pageContext } from '../../http/pages/submit.ts';
import { stepHref } from './_step.ts';

/** Goes on with the setup guide at the first step that is not done; once it is completed, from its beginning. */
export const GET: APIRoute = async ({ locals, redirect }) => {
  const { completed, furthest } = await readOnboarding(pageContext({ locals }));
  return redirect(stepHref(completed ? 1 : furthest, false), 302);
};
