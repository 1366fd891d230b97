import type { APIRoute } from 'astro';
import { readAuthStatus } from '../../domain/users/identities/link.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import { stateOf } from './_sign-in-state.ts';

export const POST: APIRoute = async ({ locals, redirect }) => {
  const { t, form, setFlash } = locals;
  const status = await readAuthStatus(locals.signedIn).catch(() => null);
  if (!status) setFlash('error', t('google:verifyFailed'));
  else if (form?.get('shown') !== stateOf(status)) setFlash('error', t('google:verificationFailed'));
  else setFlash('success', t('google:verified'));
  return redirect(returnTo(String(form?.get('return') ?? '/profile/security')), 303);
};

export const GET: APIRoute = ({ redirect }) => redirect('/profile/security', 302);
