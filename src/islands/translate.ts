/** Texts by full key (`transactions:form.amount`). */
export type Texts = Record<string, string>;

export type Translate = (key: string, params?: Record<string, string | number>) => string;

/**
 * Translates by the few texts that an island or a script carries along, where the whole library would weigh more than
 * they do: fills in `{{names}}`, and `count` chooses the plural form of the language. What is no key is given back.
 */
export function translatorOf(texts: Texts, language: string): Translate {
  const plural = new Intl.PluralRules(language);
  return (key, params = {}) => {
    const form = typeof params.count === 'number' ? `${key}_${plural.select(params.count)}` : key;
    const text = texts[form] ?? texts[`${key}_other`] ?? texts[key] ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name] ?? ''));
  };
}
