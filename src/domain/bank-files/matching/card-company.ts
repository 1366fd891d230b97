import { wordsOf } from '../../categories/words.ts';

/** What banks and people call the companies of cards. */
const COMPANIES: readonly (readonly string[])[] = [
  ['max', 'מקס', 'לאומי קארד', 'leumi card'],
  ['cal', 'כאל', 'כ.א.ל'],
  ['isracard', 'ישראכרט', 'amex', 'american express', 'אמריקן אקספרס'],
];

const inWords = (text: string) => ` ${wordsOf(text).join(' ')} `;

function companiesIn(text: string): number[] {
  const said = inWords(text);
  return COMPANIES.flatMap((names, place) =>
    names.some((name) => said.includes(inWords(name))) ? place : [],
  );
}

/** Whether a bank's row names a company of cards, and a card is called after another one. */
export function isOfOtherCompany(card: string, row: string): boolean {
  const [own, named] = [companiesIn(card), companiesIn(row)];
  return own.length > 0 && named.length > 0 && !own.some((company) => named.includes(company));
}
