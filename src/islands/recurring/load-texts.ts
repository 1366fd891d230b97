import type { Texts } from '../transaction/texts.ts';

const languages = {
  en: () => import('virtual:dialog-texts/wizard/en'),
  he: () => import('virtual:dialog-texts/wizard/he'),
};

/** What the wizard says in a dialog besides the dialog's own texts, each language a chunk of its own. */
export async function loadWizardTexts(language: string): Promise<Texts> {
  return (await languages[language === 'he' ? 'he' : 'en']()).default;
}
