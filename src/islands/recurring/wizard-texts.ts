import type { Locale } from '../../i18n/locales.ts';
import { dictionary } from '../../i18n/translate.ts';
import { transactionFormTexts } from '../transaction/form-texts.ts';
import { FETCHED_TEXTS } from '../transaction/needed-texts.ts';
import { keyed, type Texts } from '../transaction/texts.ts';

/** The texts that the wizard needs, for a page to hand to the island. */
export function wizardTexts(locale: Locale): Texts {
  return kept[locale];
}

function chosen(locale: Locale): Texts {
  const own = Object.entries(FETCHED_TEXTS.wizard ?? {}).map(([area, pattern]) => {
    const texts = Object.entries(dictionary(locale, area as 'recurring'));
    return keyed(area, Object.fromEntries(texts.filter(([key]) => pattern.test(key))));
  });
  return Object.assign({}, transactionFormTexts(locale), ...own);
}

const kept = { en: chosen('en'), he: chosen('he') };
