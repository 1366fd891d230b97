import { LOCALES, type Locale } from './locales.ts';

/** Each language by its own name, for those who read no other. */
export const LANGUAGE_NAMES: Record<Locale, string> = { en: 'English', he: 'עברית' };

/** The languages to choose from. */
export const LANGUAGE_OPTIONS = LOCALES.map((value) => ({
  value,
  text: LANGUAGE_NAMES[value],
  lang: value,
}));
