import { folded } from '../folded-text.ts';

/** What a text says, for comparison with another one. */
interface Said {
  /** Folded, without signs. */
  whole: string;
  /** Its words that are no numbers, or all of them where there are only numbers. */
  words: ReadonlySet<string>;
}

/** Letters and digits that a bank appends: the last digits of a card, also starred. */
const CARD_SUFFIX = /(?:[*x•]{2,}|\bcard|\bvisa|\bכרטיס)[\s*x•-]*\d{4}\b/gu;

/** Fewer letters begin many texts. */
const BEGINNING_LEAST = 6;

function saidIn(text: string): Said {
  const whole = folded(text)
    .replace(CARD_SUFFIX, ' ')
    .replace(/['"]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const all = whole.split(' ').filter(Boolean);
  const words = all.filter((word) => !/^\d+$/.test(word));
  return { whole, words: new Set(words.length > 0 ? words : all) };
}

/** Compares texts that banks and people write for the same thing. Keeps what it has read, for one import. */
export class Texts {
  readonly #said = new Map<string, Said>();

  #read(text: string): Said {
    const known = this.#said.get(text);
    if (known) return known;
    const said = saidIn(text);
    this.#said.set(text, said);
    return said;
  }

  key(text: string): string {
    return this.#read(text).whole;
  }

  /**
   * Whether most words of the shorter text are in the other one, or one begins with the other: banks shorten names and
   * append places. Texts that say nothing are like none.
   */
  areAlike(one: string, other: string): boolean {
    const [a, b] = [this.#read(one), this.#read(other)];
    if (a.whole === '' || b.whole === '') return false;
    if (a.whole === b.whole) return true;
    const [shorter, longer] = a.whole.length <= b.whole.length ? [a.whole, b.whole] : [b.whole, a.whole];
    if (shorter.length >= BEGINNING_LEAST && longer.startsWith(shorter)) return true;
    const [few, many] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words];
    let shared = 0;
    for (const word of few) if (many.has(word)) shared += 1;
    return shared * 2 > few.size;
  }
}
