import { folded, KEY_MOST } from '../folded-text.ts';

/** Folded words of letters and digits, with any separators. */
export function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

const HOW_PAID = new Set(
  wordsOf(
    'הוראת קבע הוראה קבועה חיוב זיכוי תשלום תשלומים העברה העברת בנקאית כרטיס אשראי עסקה עסקת משיכה הפקדה שיק המחאה ביט פייבוקס standing order direct debit credit card payment purchase transfer withdrawal deposit cheque check atm pos transaction sepa lastschrift dauerauftrag',
  ),
);

/** As `wordsOf`, without those that only say how something was paid: rent and a storage have them alike. */
export function distinctiveWords(text: string): string[] {
  return wordsOf(text).filter((word) => !HOW_PAID.has(word));
}

// Hebrew writes "and", "the", "in" and "for" as letters at the beginning of the word.
const HEBREW_PREFIX = /^[והבלמכש](?=[א-ת]{2})/;

/** Drops the plural and the Hebrew article of a folded word, for comparison only. */
export function singular(word: string): string {
  return word
    .replace(/^ה(?=[א-ת]{2})/, '')
    .replace(/(?<=...)[es]+$/, '')
    .replace(/(?<=...)[iy]$/, '')
    .replace(/(?<=..)(ים|ות|ה)$/, '');
}

export function isWord(word: string, key: string): boolean {
  const forms = [word, word.replace(HEBREW_PREFIX, ''), word.replace(/es$/, ''), word.replace(/s$/, '')];
  return key.endsWith('*')
    ? forms.some((form) => form.startsWith(key.slice(0, -1)))
    : forms.some((form) => form === key);
}

/** The unique key of a person's own category; it cannot equal the key of a default, `default:<key>`. */
export function storedKey(name: string): string {
  return `name:${nameKey(name)}`;
}

export function nameKey(name: string): string {
  return folded(name).slice(0, KEY_MOST);
}
