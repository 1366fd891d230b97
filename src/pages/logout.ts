import type { APIRoute } from 'astro';
import { endSession } from '../domain/sessions/end.ts';

/** Signs out, here and now. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  await endSession(locals.context, false, locals.tokens);
  locals.clearSession();
  locals.setFlash('info', locals.t('accounts:signedOut'));
  const response = redirect('/login', 303);
  response.headers.set('clear-site-data', '"cache", "storage"');
  return response;
};

/** A bookmark of this address changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/', 302);
