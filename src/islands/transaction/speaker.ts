import type { Texts } from './texts.ts';

export type Say = (key: string, params?: Record<string, string | number>) => string;

/** Speaks from a flat dictionary: fills in `{{names}}`, and `count` chooses the plural form of the language. */
export function speaker(texts: Texts, language: string): Say {
  const plural = new Intl.PluralRules(language);
  return (key, params = {}) => {
    const form = typeof params.count === 'number' ? `${key}_${plural.select(params.count)}` : key;
    const text = texts[form] ?? texts[`${key}_other`] ?? texts[key] ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name] ?? ''));
  };
}
