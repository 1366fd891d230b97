import type { Texts } from '../transaction/texts.ts';

const languages = {
  en: () => import('virtual:dialog-texts/occurrence/en'),
  he: () => import('virtual:dialog-texts/occurrence/he'),
};

/** What the dialog says about a series, in the page's language. */
export async function loadOccurrenceTexts(language: string): Promise<Texts> {
  return (await languages[language === 'he' ? 'he' : 'en']()).default;
}
