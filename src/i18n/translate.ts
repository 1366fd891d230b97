import i18next from 'i18next';
import { LRUCache } from 'lru-cache';
import { LOCALES, type Locale } from './locales.ts';
import { TEXTS, type TextKey } from './texts.ts';

type Params = Record<string, string | number>;

/** Returns the text of a key, with `{{names}}` filled in; `count` chooses the plural form. */
export type Translate = (key: TextKey, params?: Params) => string;

// astro-i18next initialises this instance too, but only where pages run; API, mails and tests need it as well. The
// order does not matter, because the options are the same. Its language is shared by the process and never changes.
i18next.init({
  resources: TEXTS,
  supportedLngs: LOCALES,
  fallbackLng: 'en',
  ns: Object.keys(TEXTS.en),
  keySeparator: false,
  returnNull: false,
  initImmediate: false,
});

/** Per language: the texts with values of some hundred pages. */
const MAX_FILLED_TEXTS = 4000;

// The library takes 4 µs for a text and 30 µs with a plural: 0.9 ms for the 225 texts of a list.
function cachedTranslator(locale: Locale): Translate {
  const t = i18next.getFixedT(locale);
  // Bounded by the catalogue, so it needs no LRU cache, whose bookkeeping takes longer than the look-up.
  const plain = new Map<TextKey, string>();
  const filled = new LRUCache<string, string>({ max: MAX_FILLED_TEXTS });
  return (key, params) =>
    params
      ? cached(filled, `${key} ${JSON.stringify(params)}`, () =>
          fill(t(key, { ...params, skipInterpolation: true }), params, locale),
        )
      : cached(plain, key, () => t(key));
}

// Hebrew has no plural form of its own for eleven and more, after which a day is in the singular.
const DAYS = /\{\{(\w+)\}\}[ \u00a0]ימים/g;

// In one pass, because the library would go on in what a value has: a name may be "{{to}}".
function fill(text: string, params: Params, locale: Locale): string {
  return text
    .replace(DAYS, (days, name) =>
      Number(String(params[name]).replace(/\D/g, '')) > 10 ? days.replace('ימים', 'יום') : days,
    )
    .replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber?: string) => {
      const value = params[name] ?? '';
      return isNumber ? value.toLocaleString(locale) : String(value);
    });
}

function cached<Key>(
  texts: { get(key: Key): string | undefined; set(key: Key, text: string): unknown },
  key: Key,
  text: () => string,
): string {
  const hit = texts.get(key);
  if (hit !== undefined) return hit;
  const translated = text();
  texts.set(key, translated);
  return translated;
}

const translators = { en: cachedTranslator('en'), he: cachedTranslator('he') };

export function translator(locale: Locale): Translate {
  return translators[locale];
}
