import type { Texts } from './texts.ts';

const languages = {
  en: () => import('virtual:dialog-texts/en'),
  he: () => import('virtual:dialog-texts/he'),
};

/** The dialog's texts in the page's language, each language a chunk of its own. */
export async function loadTransactionTexts(language: string): Promise<Texts> {
  return (await languages[language === 'he' ? 'he' : 'en']()).default;
}
