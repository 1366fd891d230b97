import { folded } from '../../folded-text.ts';

/** Letters and digits that a bank appends: the last digits of a card, also starred. */
const CARD_SUFFIX = /(?:[*x•]{2,}|\bcard|\bvisa|\bכרטיס)[\s*x•-]*\d{4}\b/gu;

/** Fewer letters begin many texts. */
const BEGINNING_LEAST = 6;

function wholeOf(text: string): string {
  return folded(text)
    .replace(CARD_SUFFIX, ' ')
    .replace(/['"]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The words that are no numbers, or all of them where there are only numbers. */
function wordsOf(whole: string): Set<string> {
  const all = whole.split(' ').filter(Boolean);
  const words = all.filter((word) => !/^\d+$/.test(word));
  return new Set(words.length > 0 ? words : all);
}

/** Compares texts that banks and people write for the same thing. Keeps what it has read, for one import. */
export class Texts {
  readonly #wholes = new Map<string, string>();

  /** Folded, without signs and the digits of cards. */
  key(text: string): string {
    const cached = this.#wholes.get(text);
    if (cached !== undefined) return cached;
    const whole = wholeOf(text);
    this.#wholes.set(text, whole);
    return whole;
  }

  /**
   * Whether most words of the shorter text are in the other one, or one begins with the other: banks shorten names and
   * append places. Texts that say nothing are like none.
   */
  areAlike(one: string, other: string): boolean {
    const [a, b] = [this.key(one), this.key(other)];
    if (a === '' || b === '') return false;
    if (a === b) return true;
    const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
    if (shorter.length >= BEGINNING_LEAST && longer.startsWith(shorter)) return true;
    const [left, right] = [wordsOf(a), wordsOf(b)];
    const [few, many] = left.size <= right.size ? [left, right] : [right, left];
    let shared = 0;
    for (const word of few) if (many.has(word)) shared += 1;
    return shared * 2 > few.size;
  }
}
