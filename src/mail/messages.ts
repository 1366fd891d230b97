import type { Locale } from '../i18n/locales.ts';
import type { TextKey } from '../i18n/texts.ts';
import { type Translate, translator } from '../i18n/translate.ts';
import { type Message, writeLetter } from './letter.ts';
import { greetable, isolated } from './names.ts';

export type { Message } from './letter.ts';

/** The recipient of a mail, and the site's name. */
export interface Reader {
  locale: Locale;
  firstName: string;
  siteName: string;
}

/** The mail whose link verifies an address; `link` is the whole address and is valid for 24 hours. */
export function verificationMail(about: Reader & { link: string }): Message {
  return letter(about, {
    subject: 'mail:verification.subject',
    heading: 'mail:verification.heading',
    before: ['mail:verification.reason'],
    button: 'mail:verification.button',
    after: ['mail:verification.expiry', 'mail:verification.stranger'],
  });
}

/** The mail whose link sets a new password; `link` is the whole address and is valid for an hour. */
export function passwordResetMail(about: Reader & { link: string }): Message {
  return letter(about, {
    subject: 'mail:reset.subject',
    heading: 'mail:reset.heading',
    before: ['mail:reset.reason'],
    button: 'mail:reset.button',
    after: ['mail:reset.expiry', 'mail:reset.stranger'],
  });
}

/** Reports a changed password; `link` leads to the page that sets a new one. */
export function passwordChangedMail(about: Reader & { link: string; moment: string }): Message {
  return letter(about, {
    facts: { moment: about.moment },
    subject: 'mail:passwordChanged.subject',
    heading: 'mail:passwordChanged.heading',
    before: ['mail:passwordChanged.reason'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passwordChanged.stranger'],
  });
}

/** Reports that a Google account was linked; `link` leads to the page that sets a new password. */
export function googleLinkedMail(about: Reader & { link: string }): Message {
  return letter(about, {
    subject: 'mail:googleLinked.subject',
    heading: 'mail:googleLinked.heading',
    before: ['mail:googleLinked.reason'],
    button: 'mail:passwordChanged.button',
    after: ['mail:googleLinked.stranger'],
  });
}

/** Reports that the Google account was unlinked; `link` as above. */
export function googleUnlinkedMail(about: Reader & { link: string }): Message {
  return letter(about, {
    subject: 'mail:googleUnlinked.subject',
    heading: 'mail:googleUnlinked.heading',
    before: ['mail:googleUnlinked.reason'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passwordChanged.stranger'],
  });
}

/** The mail whose link makes its recipient the address of an account; the link is valid for 24 hours. */
export function emailChangeMail(about: Reader & { link: string }): Message {
  return letter(about, {
    subject: 'mail:emailChange.subject',
    heading: 'mail:emailChange.heading',
    before: ['mail:emailChange.reason'],
    button: 'mail:emailChange.button',
    after: ['mail:emailChange.expiry', 'mail:emailChange.stranger'],
  });
}

/** Notifies the old address of a change; `link` restores it for a week. */
export function emailChangedMail(about: Reader & { link: string; moment: string }): Message {
  return letter(about, {
    facts: { moment: about.moment },
    subject: 'mail:emailChanged.subject',
    heading: 'mail:emailChanged.heading',
    before: ['mail:emailChanged.reason'],
    button: 'mail:passwordChanged.button',
    after: ['mail:emailChanged.stranger'],
  });
}

/** Time and place of a sign-in: the device in words, empty when unknown, and its network address. */
export interface SignInPlace {
  moment: string;
  device: string;
  address: string;
}

/** Reports a sign-in from an unknown device; `link` sets a new password. */
export function newSignInMail(about: Reader & { link: string } & SignInPlace): Message {
  const { moment, device, address } = about;
  return letter(about, {
    facts: { moment, device: device || translator(about.locale)('accounts:unknownDevice'), address },
    subject: 'mail:newSignIn.subject',
    heading: 'mail:newSignIn.heading',
    before: ['mail:newSignIn.reason', 'mail:newSignIn.place', 'mail:newSignIn.known'],
    button: 'mail:passwordChanged.button',
    after: ['mail:passwordChanged.stranger'],
  });
}

/** Confirms that an account was closed; `link` leads to the site. */
export function accountClosedMail(about: Reader & { link: string }): Message {
  return letter(about, {
    subject: 'mail:closed.subject',
    heading: 'mail:closed.heading',
    before: ['mail:closed.reason'],
    button: 'mail:closed.button',
    after: ['mail:closed.stranger'],
  });
}

interface Texts {
  subject: TextKey;
  heading: TextKey;
  before: TextKey[];
  button: TextKey;
  after: TextKey[];
  /** Values for the placeholders of the texts, by their names. */
  facts?: Record<string, string>;
}

function letter(
  about: Reader & { link: string },
  { subject, heading, before, button, after, facts = {} }: Texts,
): Message {
  const t = translator(about.locale);
  const siteName = isolated(about.siteName);
  const values = Object.entries(facts).map(([name, fact]) => [name, isolated(fact)]);
  const text = (key: TextKey) => t(key, { siteName, ...Object.fromEntries(values) });
  return writeLetter(about.locale, {
    subject: t(subject, { siteName: about.siteName }),
    heading: text(heading),
    before: [greeting(t, about.firstName), ...before.map(text)],
    button: { label: text(button), link: about.link },
    after: after.map(text),
    footer: text('mail:footer'),
  });
}

function greeting(t: Translate, firstName: string): string {
  const name = greetable(firstName);
  return name ? t('mail:greeting', { name: isolated(name) }) : t('mail:greeting.unnamed');
}
