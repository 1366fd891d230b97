import { consentStateOf } from '../../domain/users/consents.ts';
import type { FormState } from '../../http/pages/submit.ts';
import { writtenDate } from '../../i18n/dates.ts';
import { isolated } from '../../i18n/isolated.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';
import { LEGAL_VERSION } from '../../product.ts';

/** Sets a notice for a person who signs in if the terms have changed since they agreed, or if they never agreed. */
export async function noteConsent(
  { context, setFlash }: Pick<App.Locals, 'context' | 'setFlash'>,
  { id, language_preference: locale }: { id: string; language_preference: Locale },
): Promise<void> {
  const state = await consentStateOf(context, id);
  if (state === 'current') return;
  const t = translator(locale);
  const version = isolated(writtenDate(LEGAL_VERSION, locale));
  setFlash('info', t(`accounts:consent.${state}`), {
    remarks: [
      {
        text: t('accounts:consent.versionOf', { version }),
        link: { href: '/profile#consent', text: t('accounts:consent.look') },
      },
    ],
  });
}

/** Sets a notice of the recovery codes that are left, for whoever signs in with one. @param count null after another */
export function noteCodesLeft(
  { setFlash }: Pick<App.Locals, 'setFlash'>,
  { language_preference: locale }: { language_preference: Locale },
  count: number | null,
): void {
  if (count === null) return;
  const t = translator(locale);
  setFlash('info', t('accounts:recoveryUsed'), {
    remarks: [
      {
        text: t('accounts:recoveryLeft', { count }),
        link: { href: '/profile/two-step', text: t('accounts:recoveryReplace') },
      },
    ],
  });
}

/** Where a sign-in with a second factor goes on, and from there to where it wanted. */
export function codeAddress(destination: string | null): string {
  return destination ? `/login/code?${new URLSearchParams({ return: destination })}` : '/login/code';
}

/**
 * Shows the following pages in the language of a new account. The guest's currency is cleared, because the form showed
 * both.
 */
export function adoptLanguageOf(
  { locale, setSessionChoice }: Pick<App.Locals, 'locale' | 'setSessionChoice'>,
  { language_preference }: { language_preference: Locale },
): void {
  if (language_preference !== locale) setSessionChoice('language', language_preference);
  setSessionChoice('currency', null);
}

/** The messages of a refused sign-in. Where no mail is sent, only an administrator can confirm an address. */
export function signInErrors(
  { errors, error }: Pick<FormState, 'errors' | 'error'>,
  email: string | undefined,
  { t, context }: Pick<App.Locals, 't' | 'context'>,
): Record<string, string> {
  if (error?.code !== 'EMAIL_NOT_VERIFIED' || context.settings.SMTP_URL) return errors;
  return { '': email ? t('accounts:unconfirmed', { email }) : t('accounts:noMail') };
}
