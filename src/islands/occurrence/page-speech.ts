import type { Locale } from '../../i18n/locales.ts';
import { dictionary } from '../../i18n/translate.ts';
import { type Say, speaker } from '../transaction/speaker.ts';
import { keyed } from '../transaction/texts.ts';

/** What the parts about a series say in a page, where the server draws them. */
export function occurrenceSpeech(locale: Locale): Say {
  return kept[locale];
}

const speechOf = (locale: Locale) => speaker(keyed('recurring', dictionary(locale, 'recurring')), locale);

const kept = { en: speechOf('en'), he: speechOf('he') };
