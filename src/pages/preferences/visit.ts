import type { APIRoute } from 'astro';
import { sessionChoiceSchema } from '../../domain/preferences/schema.ts';
import { read } from '../../http/input.ts';
import { returnTo } from '../../http/pages/return-to.ts';

/** Sets theme and language for this browser session alone; those of the account stay. */
export const POST: APIRoute = ({ locals, redirect }) => {
  const choice = read(sessionChoiceSchema, Object.fromEntries(locals.form ?? []));
  if (choice.theme) locals.setSessionChoice('theme', choice.theme);
  if (choice.language) locals.setSessionChoice('language', choice.language);
  return redirect(returnTo(choice.return), 303);
};

export const GET: APIRoute = ({ redirect }) => redirect('/', 302);
