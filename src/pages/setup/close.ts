import type { APIRoute } from 'astro';
import { dismissOnboarding } from '../../domain/onboarding/onboarding.ts';
import { pageContext } from '../../http/pages/submit.ts';

/** Closes the setup guide, which then does not offer itself for a day. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  await dismissOnboarding(pageContext({ locals }));
  // The dialog has gone, and that says it.
  if (!locals.form?.has('quiet')) locals.setFlash('info', locals.t('onboarding:closed'));
  return redirect('/', 303);
};

export const GET: APIRoute = ({ redirect }) => redirect('/', 302);
