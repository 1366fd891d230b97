import type { APIRoute } from 'astro';
import { endSession } from '../domain/sessions/sessions.ts';

export const POST: APIRoute = async ({ locals, redirect }) => {
  await endSession(locals.context, false, locals.tokens);
  const t = locals.clearSession();
  locals.setFlash('info', t('accounts:signedOut'));
  const response = redirect('/login', 303);
  response.headers.set('clear-site-data', '"cache", "storage"');
  return response;
};

export const GET: APIRoute = ({ redirect }) => redirect('/', 302);
