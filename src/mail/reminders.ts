import type { ReminderKind } from '../domain/reminders/kinds.ts';
import { withoutIsolates } from '../i18n/isolated.ts';
import { translator } from '../i18n/translate.ts';
import { greetable, type Link, type Message, personal, writeLetter } from './letter.ts';
import type { Reader } from './messages.ts';

interface Content extends Reader {
  lines: Link[];
  /** The page on which reminders are chosen. */
  settingsLink: string;
  /** Links that stop one kind, or all of them, which is the last. */
  stops: { kind: ReminderKind | 'all'; link: string }[];
}

/** One mail of all reminders of a run, which can be stopped by one press (RFC 8058). */
export function writeReminders({
  locale,
  firstName,
  siteName,
  lines,
  settingsLink,
  stops,
}: Content): Message {
  const t = translator(locale);
  const [first, second] = lines;
  const name = greetable(firstName);
  const only = stops.length === 2 ? stops[0] : stops.at(-1);
  const message = writeLetter(locale, {
    subject:
      first && !second
        ? withoutIsolates(first.text)
        : t('mail:reminders.subject', { count: lines.length, siteName }),
    heading: t('mail:reminders.heading', { count: lines.length }),
    before: [name ? t('mail:greeting', { name: personal(name) }) : t('mail:greeting.unnamed')],
    lines,
    button: { label: t('mail:reminders.button'), link: settingsLink },
    after: [t('mail:reminders.reason', { siteName: personal(siteName) })],
    links: stops.map(({ kind, link }) => ({ text: t(`mail:reminders.stop.${kind}`), link })),
    footer: t('mail:footer', { siteName: personal(siteName) }),
  });
  return {
    ...message,
    headers: {
      'List-Unsubscribe': `<${only?.link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
