import type { Locale } from '../../i18n/locales.ts';
import { dictionary } from '../../i18n/translate.ts';
import { CALL_FAULTS, FIELD_FAULTS } from './needed-texts.ts';
import { keyed, type Texts } from './texts.ts';

/** The texts that the form needs, for a page to hand to the island (not the whole areas: they travel with the page). */
export function transactionFormTexts(locale: Locale): Texts {
  return kept[locale];
}

function chosen(locale: Locale): Texts {
  return {
    ...keyed(
      'transactions',
      only(dictionary(locale, 'transactions'), /^(form|preset|kind|recurring|summary|meanwhile|picker)\./),
    ),
    ...keyed('icons', dictionary(locale, 'icons')),
    ...keyed('categories', only(dictionary(locale, 'categories'), /^color\./)),
    ...keyed('errors', only(dictionary(locale, 'errors'), FIELD_FAULTS)),
    ...keyed('failures', only(dictionary(locale, 'failures'), CALL_FAULTS)),
  };
}

function only(texts: Texts, pattern: RegExp): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => pattern.test(key)));
}

const kept = { en: chosen('en'), he: chosen('he') };
