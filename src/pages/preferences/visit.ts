import type { APIRoute } from 'astro';
import { sessionChoiceSchema } from '../../domain/preferences/schema.ts';
import { read } from '../../http/input.ts';
import { returnTo } from '../../http/pages/return-to.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';

/**
 * Sets theme, language and the visibility of the button of the display settings for this browser session; the account
 * keeps its settings.
 */
export const POST: APIRoute = ({ locals, redirect }) => {
  const choice = read(sessionChoiceSchema, Object.fromEntries(locals.form ?? []));
  if (choice.theme) locals.setSessionChoice('theme', choice.theme);
  if (choice.language) setLanguage(locals, choice.language, returnTo(choice.return));
  if (choice.displayButton) setDisplayButton(locals, choice.displayButton === 'hidden');
  return redirect(returnTo(choice.return), 303);
};

export const GET: APIRoute = ({ redirect }) => redirect('/', 302);

/** Offers to keep it for the account: the next session, and other devices, would have the language of before. */
function setLanguage(
  { viewer, setSessionChoice, setFlash }: App.Locals,
  language: Locale,
  page: string,
): void {
  setSessionChoice('language', language);
  if (!viewer || viewer.restriction || viewer.locale === language) return;
  // The preferences offer it on their own.
  if (page === '/preferences') return;
  const t = translator(language);
  const [chosen, saved] = [t(`accounts:language.${language}`), t(`accounts:language.${viewer.locale}`)];
  setFlash('info', t('accounts:languageVisit', { chosen, saved }), {
    undo: { action: '/preferences/keep', fields: { language }, text: t('accounts:languageKeep', { chosen }) },
  });
}

function setDisplayButton({ t, setSessionChoice, setFlash }: App.Locals, isHidden: boolean): void {
  setSessionChoice('displayButton', isHidden ? 'hidden' : null);
  setFlash('success', t(isHidden ? 'preferences:buttonHidden' : 'preferences:buttonShown'));
}
