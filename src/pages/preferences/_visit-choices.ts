import { themePreference } from '../../domain/preferences/preferences.ts';
import type { PresentedUser } from '../../domain/users/present.ts';

interface VisitChoice {
  name: 'language' | 'theme';
  value: string;
  text: string;
  keep: string;
}

export function choicesForVisit(
  { t, locale, theme }: Pick<App.Locals, 't' | 'locale' | 'theme'>,
  account: Pick<PresentedUser, 'language_preference' | 'theme_preference'>,
): VisitChoice[] {
  const choices: VisitChoice[] = [];
  if (locale !== account.language_preference) {
    const chosen = t(`accounts:language.${locale}`);
    const saved = t(`accounts:language.${account.language_preference}`);
    const text = t('accounts:languageVisit', { chosen, saved });
    choices.push({ name: 'language', value: locale, text, keep: t('accounts:languageKeep', { chosen }) });
  }
  if (themePreference(theme) !== account.theme_preference) {
    const chosen = t(`accounts:theme.${themePreference(theme)}`);
    const saved = t(`accounts:theme.${account.theme_preference}`);
    const text = t('accounts:themeVisit', { chosen, saved });
    choices.push({ name: 'theme', value: theme, text, keep: t('accounts:themeKeep') });
  }
  return choices;
}
