import type { Texts } from '../browser/core/texts/translate.ts';
import { LOCALES, type Locale } from '../i18n/locales.ts';
import { TEXTS } from '../i18n/texts.ts';
import { FETCHED_TEXTS, FORM_TEXTS, type NeededTexts, pickTexts } from './needed-texts.ts';

/** The texts that a page passes to an island or a script; not whole areas, because they are sent with the page. */
export function textsFor(locale: Locale, needed: NeededTexts): Texts {
  return pickTexts(TEXTS[locale], needed);
}

export function transactionFormTexts(locale: Locale): Texts {
  return formTexts[locale];
}

export function wizardTexts(locale: Locale): Texts {
  return { ...formTexts[locale], ...ofWizard[locale] };
}

const formTexts = inEachLocale(FORM_TEXTS);
const ofWizard = inEachLocale(FETCHED_TEXTS.wizard);

function inEachLocale(needed: NeededTexts): Record<Locale, Texts> {
  const texts = LOCALES.map((locale) => [locale, textsFor(locale, needed)]);
  return Object.fromEntries(texts);
}
