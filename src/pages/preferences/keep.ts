import type { APIRoute } from 'astro';
import { themePreference } from '../../domain/preferences/preferences.ts';
import { sessionChoiceSchema } from '../../domain/preferences/schema.ts';
import { updateProfile } from '../../domain/users/profile.ts';
import { read } from '../../http/input.ts';
import { returnTo } from '../../http/pages/return-to.ts';

const PREFERENCES = '/preferences';

export const POST: APIRoute = async ({ locals, redirect }) => {
  const { theme, language } = read(sessionChoiceSchema, Object.fromEntries(locals.form ?? []));
  await updateProfile(locals.signedIn, {
    theme_preference: theme && themePreference(theme),
    language_preference: language,
  });
  if (theme) locals.setSessionChoice('theme', null);
  if (language) locals.setSessionChoice('language', null);
  locals.setFlash('success', locals.t('accounts:preferencesSaved'));
  return redirect(returnTo(locals.form?.get('return')?.toString() ?? PREFERENCES), 303);
};

export const GET: APIRoute = ({ redirect }) => redirect(PREFERENCES, 302);
