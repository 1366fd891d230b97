import type { FormState } from '../../http/pages/submit.ts';

/** The messages of a refused sign-in. Where no mail is sent, only an administrator can confirm an address. */
export function signInErrors(
  { errors, error }: Pick<FormState, 'errors' | 'error'>,
  email: string | undefined,
  { t, context }: Pick<App.Locals, 't' | 'context'>,
): Record<string, string> {
  if (error?.code !== 'EMAIL_NOT_VERIFIED' || context.settings.SMTP_URL) return errors;
  return { '': email ? t('accounts:unconfirmed', { email }) : t('accounts:noMail') };
}
