import type { Locale } from '../../i18n/locales.ts';

/**
 * Makes the pages that follow have the language of the account that was just opened, and ends the guest's currency,
 * which the account has or has not taken over: its form showed both.
 */
export function takeAlong(
  { locale, setSessionChoice }: Pick<App.Locals, 'locale' | 'setSessionChoice'>,
  { language_preference }: { language_preference: Locale },
): void {
  if (language_preference !== locale) setSessionChoice('language', language_preference);
  setSessionChoice('currency', null);
}
