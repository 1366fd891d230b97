import type { Locale } from '../i18n/locales.ts';
import { translator } from '../i18n/translate.ts';
import { type Message, writeLetter } from './letter.ts';
import { greetable, isolated } from './names.ts';

export type { Message } from './letter.ts';

/** The mail whose link proves an address; `link` is the whole address and lives for 24 hours. */
export function verificationMail(about: {
  locale: Locale;
  firstName: string;
  link: string;
  siteName: string;
}): Message {
  const t = translator(about.locale);
  const siteName = isolated(about.siteName);
  const name = greetable(about.firstName);
  return writeLetter(about.locale, {
    subject: t('mail:verification.subject', { siteName: about.siteName }),
    heading: t('mail:verification.heading'),
    before: [
      name ? t('mail:greeting', { name: isolated(name) }) : t('mail:greeting.unnamed'),
      t('mail:verification.reason', { siteName }),
    ],
    button: { label: t('mail:verification.button'), link: about.link },
    after: [t('mail:verification.expiry'), t('mail:verification.stranger')],
    footer: t('mail:footer', { siteName }),
  });
}
