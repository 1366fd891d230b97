// Compatibility forms (ligatures, full width) and accents fall apart by NFKD; what is left are letters that Unicode does
// not take apart, and signs that people type in many forms.
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

/** Marks above, below and inside letters: accents, niqqud, cantillation. Those of Kana and of Indian scripts are letters. */
const MARKS =
  /(?=\p{M})(?![\u3099\u309A])[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Cyrillic}]|\u0640/gu;

/** What shows as nothing: soft hyphens, zero-width marks, controls of direction; not the controls that are blanks. */
const UNSEEN = /(?![\t-\r\u0085])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const BLANKS = /[\s\u0085\u2800]+/gu;
const DASHES = /[\p{Pd}\u02D7\u2043\u2212]/gu;
const APOSTROPHES =
  /[`\u02B9\u02BB-\u02BF\u02C8\u2018-\u201B\u2032\u2035\u2039\u203A\u05F3\u055A\u275B\u275C\uA78C]/gu;
const QUOTES = /[\u00AB\u00BB\u02EE\u201C-\u201F\u2033\u2036\u05F4\u275D\u275E\u301D-\u301F]|''/gu;

/** What has nothing but a case to lose; nearly every text, so that it is asked first. */
const PLAIN = /^(?:[!#-&(-_a-~א-ת]+(?: [!#-&(-_a-~א-ת]+)*)?$/;

/**
 * As much of a folded text as a key has, in code units: an entry of PostgreSQL's indexes has at most 2,704 bytes, and a
 * letter that people see may have many.
 */
export const KEY_MOST = 600;

/**
 * Text in the form in which texts are sought and compared, wherever that is: without case, accents, niqqud and marks
 * that nobody sees, with one kind of apostrophe, quotation mark, dash and blank, and none at its ends. Final letters of
 * Hebrew stay. What is folded stays the same when it is folded again.
 */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return (
    text
      // NFKD would make a blank with a mark of it.
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
 * The words of a search, each of which must occur somewhere, also inside words. A word that is part of another one is
 * left out, since it costs a scan of every row and changes nothing.
 */
export function searchedWords(search: string): string[] {
  const words = [...new Set(folded(search).split(' ').filter(Boolean))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}
