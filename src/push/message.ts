import { withoutIsolates } from '../i18n/isolated.ts';
import type { Locale } from '../i18n/locales.ts';
import { translator } from '../i18n/translate.ts';

export interface PushMessage {
  title: string;
  body: string;
  /** The page of ours that opens when it is pressed. */
  path: string;
  locale: Locale;
}

/** What a browser shows of all reminders of a run; a single one leads to its page. */
export function writePush(
  { locale, siteName }: { locale: Locale; siteName: string },
  reminders: { text: string; path: string }[],
): PushMessage {
  const [first, second] = reminders;
  return {
    title: translator(locale)('mail:reminders.subject', { count: reminders.length, siteName }),
    body: reminders.map(({ text }) => withoutIsolates(text)).join('\n'),
    path: first && !second ? first.path : '/',
    locale,
  };
}
