import type { Locale } from '../../src/i18n/locales.ts';

export interface Words {
  name: string;
  /** Longer than any line, with unbreakable words. */
  long: string;
  text: string;
  hint: string;
  error: string;
  title: string;
  category: string;
  month: string;
}

const UNBREAKABLE = 'Supercalifragilisticexpialidocious';

const WORDS: Record<Locale, Words> = {
  en: {
    name: 'Rent',
    long: `A standing order to the landlord of ${UNBREAKABLE} Street 127, the third floor, for the apartment and ${'x'.repeat(60)}`,
    text: 'Pay it by the tenth of each month.',
    hint: 'As it is in the contract',
    error: 'Enter a name',
    title: 'This month',
    category: 'Groceries',
    month: 'March 2026',
  },
  he: {
    name: 'שכירות',
    long: `הוראת קבע לבעל הדירה ברחוב ${UNBREAKABLE} 127, קומה שלישית, עבור הדירה ועבור ${'א'.repeat(60)}`,
    text: 'יש לשלם עד העשירי בכל חודש.',
    hint: 'כפי שמופיע בחוזה',
    error: 'יש להזין שם',
    title: 'החודש',
    category: 'מזון',
    month: 'מרץ 2026',
  },
};

export function wordsOf(locale: Locale): Words {
  return WORDS[locale];
}

export const TODAY = '2026-03-05';
