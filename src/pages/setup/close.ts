import type { APIRoute } from 'astro';
import { dismissOnboarding } from '../../domain/onboarding/onboarding.ts';

/** Closes the setup guide, which is not offered again for a day. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  await dismissOnboarding(locals.signedIn);
  // With `quiet` the dialog has closed, which needs no message.
  if (!locals.form?.has('quiet')) locals.setFlash('info', locals.t('onboarding:closed'));
  return redirect('/', 303);
};

export const GET: APIRoute = ({ redirect }) => redirect('/', 302);
