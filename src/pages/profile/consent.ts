import type { APIRoute } from 'astro';
import { giveConsent } from '../../domain/users/consents.ts';

export const POST: APIRoute = async ({ locals, redirect }) => {
  const { t, form, setFlash } = locals;
  if (await giveConsent(locals.signedIn, String(form?.get('version') ?? '')))
    setFlash('success', t('accounts:consent.done'));
  else setFlash('info', t('accounts:consent.outdated'));
  return redirect('/profile', 303);
};

export const GET: APIRoute = ({ redirect }) => redirect('/profile', 302);
