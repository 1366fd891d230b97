import type { Locale } from '../i18n/locales.ts';
import type { TextKey } from '../i18n/texts.ts';
import { translator } from '../i18n/translate.ts';
import { greetable, type Message, personal, writeLetter } from './letter.ts';

export interface Reader {
  locale: Locale;
  firstName: string;
  siteName: string;
  /** Whether only a provider signs them in, so that no new password here helps against strangers. */
  isByProvider?: boolean;
}

interface Texts {
  /** Paragraphs before and after the button. */
  before: TextKey[];
  button: TextKey;
  after: TextKey[];
}

const MAILS = {
  /** Verifies an address within 24 hours. */
  verification: {
    before: ['mail:verification.reason'],
    button: 'mail:verification.button',
    after: ['mail:verification.expiry', 'mail:verification.stranger'],
  },
  /** Sets a new password within an hour. */
  reset: {
    before: ['mail:reset.reason'],
    button: 'mail:reset.button',
    after: ['mail:reset.expiry', 'mail:reset.stranger'],
  },
  /** This link and those below lead to the page that sets a new password. */
  passwordChanged: {
    before: ['mail:passwordChanged.reason'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passwordChanged.stranger'],
  },
  googleLinked: {
    before: ['mail:googleLinked.reason'],
    button: 'mail:passwordChanged.button',
    after: ['mail:googleLinked.stranger'],
  },
  googleUnlinked: {
    before: ['mail:googleUnlinked.reason'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passwordChanged.stranger'],
  },
  oidcLinked: {
    before: ['mail:oidcLinked.reason'],
    button: 'mail:passwordChanged.button',
    after: ['mail:oidcLinked.stranger'],
  },
  oidcUnlinked: {
    before: ['mail:oidcUnlinked.reason'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passwordChanged.stranger'],
  },
  newSignIn: {
    before: ['mail:newSignIn.reason', 'mail:newSignIn.place', 'mail:newSignIn.known'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passwordChanged.stranger'],
  },
  wrongCodes: {
    before: ['mail:wrongCodes.reason', 'mail:newSignIn.place', 'mail:tokenCreated.known'],
    button: 'mail:passwordChanged.button',
    after: ['mail:wrongCodes.stranger'],
  },
  secondFactorOn: {
    before: ['mail:secondFactorOn.reason', 'mail:tokenCreated.known'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passwordChanged.stranger'],
  },
  secondFactorOff: {
    before: ['mail:secondFactorOff.reason', 'mail:tokenCreated.known'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passwordChanged.stranger'],
  },
  recoveryChanged: {
    before: ['mail:recoveryChanged.reason', 'mail:tokenCreated.known'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passwordChanged.stranger'],
  },
  tokenCreated: {
    before: ['mail:tokenCreated.reason', 'mail:tokenCreated.known'],
    button: 'mail:passwordChanged.button',
    after: ['mail:tokenCreated.stranger'],
  },
  passkeyAdded: {
    before: ['mail:passkeyAdded.reason', 'mail:tokenCreated.known'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passkeyAdded.stranger'],
  },
  passkeyRemoved: {
    before: ['mail:passkeyRemoved.reason', 'mail:tokenCreated.known'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passwordChanged.stranger'],
  },
  /** Makes the recipient the address of an account within 24 hours. */
  emailChange: {
    before: ['mail:emailChange.reason'],
    button: 'mail:emailChange.button',
    after: ['mail:emailChange.expiry', 'mail:emailChange.stranger'],
  },
  /** Sent to the old address, which the link restores for a week. */
  emailChanged: {
    before: ['mail:emailChanged.reason'],
    button: 'mail:passwordChanged.button',
    after: ['mail:emailChanged.stranger'],
  },
  closed: {
    before: ['mail:closed.reason'],
    button: 'mail:closed.button',
    after: ['mail:closed.stranger'],
  },
} satisfies Record<string, Texts>;

const BY_PROVIDER: TextKey[] = ['mail:byProvider.stranger'];

export type MailKind = keyof typeof MAILS;

export const MAIL_KINDS = Object.keys(MAILS) as MailKind[];

/** @param facts values for the placeholders of the texts */
export function writeMail(
  kind: MailKind,
  {
    locale,
    firstName,
    siteName,
    isByProvider = false,
    link,
    facts = {},
  }: Reader & { link: string; facts?: Record<string, string> },
): Message {
  const { before, button, after }: Texts = MAILS[kind];
  const t = translator(locale);
  const values = Object.fromEntries(
    Object.entries({ siteName, ...facts }).map(([name, value]) => [name, personal(value)]),
  );
  const text = (key: TextKey) => t(key, values);
  const name = greetable(firstName);
  return writeLetter(locale, {
    // Plain text, in which no name is a link or isolated.
    subject: t(`mail:${kind}.subject`, { siteName, ...facts }),
    heading: text(`mail:${kind}.heading`),
    before: [
      name ? t('mail:greeting', { name: personal(name) }) : t('mail:greeting.unnamed'),
      ...before.map(text),
    ],
    button: { label: text(button), link },
    after: (isByProvider ? BY_PROVIDER : after).map(text),
    footer: text('mail:footer'),
  });
}
