// NFKD decomposes compatibility forms (ligatures, full width) and accents; these letters it leaves as they are.
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
  װ: 'וו',
  ױ: 'וי',
  ײ: 'יי',
};

const ANY_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/**
 * Marks above, below and inside letters: accents, niqqud, cantillation. Those of Kana and of Indian scripts count as
 * letters.
 */
const MARKS =
  /(?=\p{M})(?![\u3099\u309A])[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Cyrillic}]|\u0640/gu;

/** Invisible characters: soft hyphens, zero-width marks, direction controls; not the controls that are blanks. */
const UNSEEN = /(?![\t-\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const BLANKS = /[\s\u0085\u2800]+/gu;
const DASHES = /[\p{Pd}\u02D7\u2043\u2212]/gu;
const APOSTROPHES =
  /[`\u02B9\u02BB-\u02BF\u02C8\u2018-\u201B\u2032\u2035\u2039\u203A\u05F3\u055A\u275B\u275C\uA78C]/gu;
const QUOTES = /[\u00AB\u00BB\u02EE\u201C-\u201F\u2033\u2036\u05F4\u275D\u275E\u301D-\u301F]|''/gu;

/** Texts that folding only lowercases; tested first, because nearly all texts are such. */
const PLAIN = /^(?:[!#-&(-_a-~א-ת]+(?: [!#-&(-_a-~א-ת]+)*)?$/;

/**
 * The code units of a folded text that a key has: an entry of PostgreSQL's indexes has at most 2,704 bytes, and a
 * visible letter may have many.
 */
export const KEY_MOST = 600;

/**
 * The form in which texts are searched and compared everywhere: without case, accents, niqqud and invisible marks, with
 * one kind of apostrophe, quotation mark, dash and blank, and trimmed. Final letters of Hebrew stay. Folding is
 * idempotent.
 */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return (
    text
      // NFKD would turn it into a blank with a mark.
      .replaceAll('\u00B4', "'")
      .normalize('NFKD')
      .toLowerCase()
      .replace(UNSEEN, '')
      .replace(MARKS, '')
      .replace(ANY_LETTER, (letter) => LETTERS[letter] ?? letter)
      .replace(APOSTROPHES, "'")
      .replace(QUOTES, '"')
      .replace(DASHES, '-')
      .replace(BLANKS, ' ')
      .trim()
      .normalize('NFC')
  );
}

/**
 * The words of a search, each of which must occur, also inside other words. A word contained in another one is left
 * out, because it would cost a scan of every row and change nothing.
 */
export function searchedWords(search: string): string[] {
  const words = [...new Set(folded(search).split(' ').filter(Boolean))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}
