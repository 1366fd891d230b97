import { LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { type Translate, translator } from '../../src/i18n/translate.ts';
import { test } from './browser.ts';

export interface Speech {
  language: Locale;
  t: Translate;
}

/**
 * Declares the same journeys for each language, in which guests' browsers and new people are. `playwright.config.ts`
 * decides which journeys run with JavaScript.
 */
export function inEachLanguage(declare: (speech: Speech) => void): void {
  for (const language of LOCALES) {
    test.describe(language === 'he' ? 'in Hebrew' : 'in English', { tag: `@${language}` }, () => {
      test.use({ locale: language === 'he' ? 'he-IL' : 'en-US' });
      declare({ language, t: translator(language) });
    });
  }
}
