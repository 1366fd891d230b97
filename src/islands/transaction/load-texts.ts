import { keyed, type Texts } from './texts.ts';

const languages = {
  en: () =>
    Promise.all([
      import('../../i18n/en/transactions.json', { with: { type: 'json' } }),
      import('../../i18n/en/errors.json', { with: { type: 'json' } }),
    ]),
  he: () =>
    Promise.all([
      import('../../i18n/he/transactions.json', { with: { type: 'json' } }),
      import('../../i18n/he/errors.json', { with: { type: 'json' } }),
    ]),
};

/** The dialog's texts in the page's language, each language a chunk of its own. */
export async function loadTransactionTexts(language: string): Promise<Texts> {
  const [transactions, errors] = await languages[language === 'he' ? 'he' : 'en']();
  return {
    ...keyed('transactions', transactions.default),
    ...keyed('errors', errors.default),
  };
}
