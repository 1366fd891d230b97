import type { TextKey } from '../../../i18n/texts.ts';

/** Texts by full key (`transactions:form.amount`). */
export type Texts = Record<string, string>;

export type Translate = (key: TextKey, params?: Record<string, string | number>) => string;

/** The text of a message: its words as they are, as the server sends them, or the text of its key. */
export function messageText(t: Translate, message: string, named?: Parameters<Translate>[1]): string {
  return t(message as TextKey, named);
}

/**
 * Translates with the few texts that an island or a script carries, because the whole library would weigh more than
 * they do: fills in `{{names}}`, and `count` chooses the plural form of the language. Anything that is not a key is
 * returned as it is. `named` is what every text may name.
 */
export function translatorOf(
  texts: Texts,
  language: string,
  named: Parameters<Translate>[1] = {},
): Translate {
  const plural = new Intl.PluralRules(language);
  return (key, params = {}) => {
    const form = typeof params.count === 'number' ? `${key}_${plural.select(params.count)}` : key;
    const text = texts[form] ?? texts[`${key}_other`] ?? texts[key] ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name] ?? named[name] ?? ''));
  };
}

/** Returns what loads texts once, and again after a failure, and translates with them into the page's language. */
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
