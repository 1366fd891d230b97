import { folded, KEY_MOST } from '../folded-text.ts';

/** The words of a text, folded: letters and digits, with any separators. */
export function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

// Hebrew writes "and", "the", "in" and "for" as letters at the beginning of the word.
const HEBREW_PREFIX = /^[והבלמכש](?=[א-ת]{2})/;

/** A folded word without its plural and its Hebrew article: for comparing, not for reading. */
export function singular(word: string): string {
  return word
    .replace(/^ה(?=[א-ת]{2})/, '')
    .replace(/(?<=...)[es]+$/, '')
    .replace(/(?<=...)[iy]$/, '')
    .replace(/(?<=..)(ים|ות|ה)$/, '');
}

/** Whether a folded word matches an entry of a table, in which a star means any ending. */
export function isWord(word: string, key: string): boolean {
  const forms = [word, word.replace(HEBREW_PREFIX, ''), word.replace(/es$/, ''), word.replace(/s$/, '')];
  return key.endsWith('*')
    ? forms.some((form) => form.startsWith(key.slice(0, -1)))
    : forms.some((form) => form === key);
}

/** The key by which a person's own category is unique; no name can equal the key of a default, `default:<key>`. */
export function storedKey(name: string): string {
  return `name:${nameKey(name)}`;
}

/** A name in the form in which names are compared. */
export function nameKey(name: string): string {
  return folded(name).slice(0, KEY_MOST);
}
