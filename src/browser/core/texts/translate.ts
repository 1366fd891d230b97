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
