import { LOCALES, type Locale } from './locales.ts';

/** Each language by its own name, for people who read no other. */
export const LANGUAGE_NAMES: Record<Locale, string> = { en: 'English', he: 'עברית' };

export const LANGUAGE_OPTIONS = LOCALES.map((value) => ({
  value,
  text: LANGUAGE_NAMES[value],
  lang: value,
}));
