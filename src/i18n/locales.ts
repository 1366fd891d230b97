/** The default comes first. */
export const LOCALES = ['en', 'he'] as const;

export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = 'en';

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'he' ? 'rtl' : 'ltr';
}

export function isLocale(value: unknown): value is Locale {
  return LOCALES.includes(value as Locale);
}

/** The best of our languages for an `Accept-Language` header (RFC 9110, section 12.5.4); English if none fits. */
export function localeFromHeader(header: string | null | undefined): Locale {
  const preferred = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.trim().split(';q=');
      return {
        tag: tag.slice(0, 2).toLowerCase().replace('iw', 'he'),
        quality: quality ? Number(quality) : 1,
      };
    })
    .sort((a, b) => b.quality - a.quality);
  return preferred.map(({ tag }) => tag).find(isLocale) ?? DEFAULT_LOCALE;
}

/** Hebrew if the text has Hebrew letters, otherwise English. */
export function localeOfText(text: string): Locale {
  return /[\u0590-\u05FF]/.test(text) ? 'he' : 'en';
}

/** Each language by its own name, for people who read no other. */
export const LANGUAGE_NAMES: Record<Locale, string> = { en: 'English', he: 'עברית' };

export const LANGUAGE_OPTIONS = LOCALES.map((value) => ({
  value,
  text: LANGUAGE_NAMES[value],
  lang: value,
}));
