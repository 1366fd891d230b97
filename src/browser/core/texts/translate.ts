import type { WritingPreferences } from '../../../i18n/preferences.ts';
import type { TextKey } from '../../../i18n/texts.ts';

/** Texts by full key (`transactions:form.amount`). */
export type Texts = Record<string, string>;

export type Translate = (key: TextKey, params?: Record<string, string | number>) => string;

/** The text of a message, which is a text key or the server's own text. */
export function messageText(t: Translate, message: string, named?: Parameters<Translate>[1]): string {
  return t(message as TextKey, named);
}

/** Translates with the few texts of an island or script; returns anything that is not a key unchanged. */
export function translatorOf(
  texts: Texts,
  language: string,
  named: Parameters<Translate>[1] = {},
): Translate {
  const plural = new Intl.PluralRules(language);
  return (key, params = {}) => {
    const form = typeof params.count === 'number' ? `${key}_${plural.select(params.count)}` : key;
    const text = texts[form] ?? texts[`${key}_other`] ?? texts[key];
    // A text of the server's own has its names already, whatever they are.
    if (text === undefined) return key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name] ?? named[name] ?? ''));
  };
}

/** A moment, in milliseconds, in the person's formats and time zone; for guests in those of the page's language. */
export function momentText(moment: number): string {
  const { preferences } = document.getElementById('transaction-dialog')?.dataset ?? {};
  const at = new Date(moment);
  if (!preferences)
    return at.toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  const { date_format, time_format, timezone: timeZone }: WritingPreferences = JSON.parse(preferences);
  // Swedish writes dates as ISO 8601 does. `formatter` is too heavy for a script that most pages load.
  const [year = '', month = '', day = ''] = at.toLocaleDateString('sv', { timeZone }).split('-');
  const date = date_format.replace('YYYY', year).replace('MM', month).replace('DD', day);
  const time = at.toLocaleTimeString(time_format === '24h' ? 'sv' : 'en-US', {
    timeZone,
    timeStyle: 'short',
  });
  // Some browsers write a narrow space before AM.
  return `\u2068${date} ${time.replace('\u202f', ' ')}\u2069`;
}

/** Returns a function that loads texts once, retries after a failure, and translates into the page's language. */
export function textsLoader(load: () => Promise<Texts>): () => Promise<Translate> {
  let loading: Promise<Translate> | undefined;
  return () => {
    loading ??= load()
      .then((texts) => translatorOf(texts, document.documentElement.lang))
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
}
