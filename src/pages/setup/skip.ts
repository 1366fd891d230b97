import type { APIRoute } from 'astro';
import { skipOnboarding } from '../../domain/onboarding/onboarding.ts';

/** Skips the setup guide, which is possible only on its first step. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  const step = Number(locals.form?.get('step') ?? 1);
  if (step === 2 || step === 3) {
    locals.setFlash('error', locals.t('onboarding:notSkippable'));
    return redirect(`/setup/${step}`, 303);
  }
  await skipOnboarding(locals.signedIn);
  locals.setFlash('info', locals.t('onboarding:skipped'));
  return redirect('/', 303);
};

export const GET: APIRoute = ({ redirect }) => redirect('/setup/1', 302);
