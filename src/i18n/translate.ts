import i18next from 'i18next';
import { LOCALES, type Locale } from './locales.ts';
import { type Area, TEXTS, type TextKey } from './texts.ts';

export type Params = Record<string, string | number>;

/** Gives the text of a key, with `{{names}}` filled in; `count` chooses the plural form. */
export type Translate = (key: TextKey, params?: Params) => string;

// An instance of our own: the shared one belongs to a whole process and is set up only where pages run,
// while API answers, mails and tests need the same texts.
const texts = i18next.createInstance();

texts.init({
  resources: TEXTS,
  supportedLngs: LOCALES,
  fallbackLng: 'en',
  ns: Object.keys(TEXTS.en),
  keySeparator: false,
  returnNull: false,
  initImmediate: false,
  interpolation: { escapeValue: false },
});

// The library finds a text once; after that a page with a hundred texts costs a hundred look-ups in a map.
function translatorOf(locale: Locale): Translate {
  const lookUp = texts.getFixedT(locale);
  const plural = new Intl.PluralRules(locale);
  const found = new Map<string, string>();
  return (key, params) => {
    const count = typeof params?.count === 'number' ? params.count : undefined;
    const form = count === undefined ? key : `${key}_${plural.select(count)}`;
    let text = found.get(form);
    if (text === undefined) {
      text = String(lookUp(key, { count, skipInterpolation: true }));
      found.set(form, text);
    }
    return params ? fill(text, params) : text;
  };
}

function fill(text: string, params: Params): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
}

const translators = { en: translatorOf('en'), he: translatorOf('he') };

/** The translator of a language; kept, because each text is looked up once. */
export function translator(locale: Locale): Translate {
  return translators[locale];
}

/** All texts of an area as a flat record, for islands that carry their own. */
export function dictionary(locale: Locale, area: Area): Record<string, string> {
  return TEXTS[locale][area];
}
