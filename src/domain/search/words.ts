import { hash } from 'node:crypto';

/** A word as the index keeps it. */
export interface Word {
  id: string;
  word: string;
}

/** The pieces that a text falls into at its spaces. */
export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Three letters in a row, each once; none of a shorter word. */
export function trigramsOf(word: string): string[] {
  const letters = [...word];
  return [...new Set(letters.slice(2).map((_, start) => letters.slice(start, start + 3).join('')))];
}

/** A reader of many texts, which works out each text and each word once: descriptions repeat themselves. */
export function createWordReader(): (text: string) => Word[] {
  const texts = new Map<string, Word[]>();
  const ids = new Map<string, string>();

  function idOf(word: string): string {
    const id = ids.get(word) ?? wordId(word);
    ids.set(word, id);
    return id;
  }

  return (text) => {
    const known = texts.get(text);
    if (known) return known;
    // By id, because two words with half a letter in them can be the same once they are stored.
    const words = new Map(splitWords(text).map((word) => [idOf(word), word]));
    const read = [...words].map(([id, word]) => ({ id, word }));
    texts.set(text, read);
    return read;
  };
}

// 96 bits of a hash: words reach several hundred letters, more than PostgreSQL takes in an index.
function wordId(word: string): string {
  return hash('sha256', word, 'base64url').slice(0, 16);
}
