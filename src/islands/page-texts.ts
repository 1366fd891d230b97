import type { Locale } from '../i18n/locales.ts';
import { TEXTS } from '../i18n/texts.ts';
import { FETCHED_TEXTS, FORM_TEXTS, type NeededTexts, pickTexts } from './needed-texts.ts';
import type { Texts } from './translate.ts';

/** The texts that a page hands to an island or a script (not whole areas: they are sent with the page). */
export function textsFor(locale: Locale, needed: NeededTexts): Texts {
  return pickTexts(TEXTS[locale], needed);
}

/** The texts of the transaction form. */
export function transactionFormTexts(locale: Locale): Texts {
  return formTexts[locale];
}

/** The texts of the recurring wizard. */
export function wizardTexts(locale: Locale): Texts {
  return { ...formTexts[locale], ...ofWizard[locale] };
}

const formTexts = { en: textsFor('en', FORM_TEXTS), he: textsFor('he', FORM_TEXTS) };
const ofWizard = { en: textsFor('en', FETCHED_TEXTS.wizard), he: textsFor('he', FETCHED_TEXTS.wizard) };
