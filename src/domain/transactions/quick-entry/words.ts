import { folded } from '../../folded-text.ts';

export interface Word {
  /** As typed. */
  text: string;
  /** For comparisons; empty for a word that is only description, or that has been understood. */
  key: string;
  /** Whether it has been understood and is not part of the description. */
  isTaken?: true;
  /** Whether it is several words that may be one number. */
  isJoined?: boolean;
}

/** Splits a line into words; text in double quotes is one word. */
export function wordsOf(line: string): Word[] {
  const parts = withoutMarks(line).match(/(?<!\S)(["“”])[^"“”]+["“”](?!\S)|\S+/g) ?? [];
  return parts.map((part) => {
    const quoted = /^["“”]([^"“”]+)["“”]$/.exec(part)?.[1];
    return quoted === undefined ? { text: part, key: keyOf(part) } : { text: quoted.trim(), key: '' };
  });
}

export function take(words: readonly Word[], start: number, length: number): Word[] {
  return words.map((word, index) =>
    index >= start && index < start + length ? { ...word, key: '', isTaken: true } : word,
  );
}

export function leftOf(words: readonly Word[]): Word[] {
  return words.filter(({ isTaken }) => !isTaken);
}

/** The text of some words, without the punctuation that separated it from what was understood. */
export function textOf(words: readonly Word[]): string {
  const text = words.map((word) => word.text).join(' ');
  return text.replace(/^[\s,;:=+–—-]+(?=\s)|(?<=[^\s,;:])[,;:]+$|(?<=\s)[\s,;:=+–—-]+$/g, '').trim();
}

// Folding turns some characters into digits: 5² would become 52.
function keyOf(text: string): string {
  const key = /\p{No}/u.test(text) ? text.toLowerCase() : folded(text);
  return key.replace(/\d/.test(key) ? /[,;:!?]+$/ : /[.,;:!?]+$/, '');
}

// Text copied from a Hebrew page contains direction marks. A no-break space is never typed between two numbers, so it
// groups the digits of one.
function withoutMarks(line: string): string {
  return line
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/(?<![\d.,])\d{1,3}(?:[\u00a0\u2000-\u200a\u202f]\d{3})+(?!\d)/g, (number) =>
      number.replace(/\D/g, ''),
    );
}
