import type { APIRoute } from 'astro';
import { sessionChoiceSchema } from '../../domain/preferences/schema.ts';
import { read } from '../../http/input.ts';
import { returnTo } from '../../http/pages/return-to.ts';

/**
 * Sets theme, language and the visibility of the button of the display settings for this browser session; the account
 * keeps its settings.
 */
export const POST: APIRoute = ({ locals, redirect }) => {
  const choice = read(sessionChoiceSchema, Object.fromEntries(locals.form ?? []));
  if (choice.theme) locals.setSessionChoice('theme', choice.theme);
  if (choice.language) locals.setSessionChoice('language', choice.language);
  if (choice.displayButton) setDisplayButton(locals, choice.displayButton === 'hidden');
  return redirect(returnTo(choice.return), 303);
};

export const GET: APIRoute = ({ redirect }) => redirect('/', 302);

function setDisplayButton({ t, setSessionChoice, setFlash }: App.Locals, isHidden: boolean): void {
  setSessionChoice('displayButton', isHidden ? 'hidden' : null);
  setFlash('success', t(isHidden ? 'preferences:buttonHidden' : 'preferences:buttonShown'));
}
