import { folded } from '../../folded-text.ts';
import type { Described } from '../categories.queries.ts';
import { distinctiveWords } from '../words.ts';

/** The share of the typed words that an earlier description must contain to count as similar. */
const MIN_LIKENESS = 0.5;

/** Words that many fees and gifts have alike; alone they make nothing similar. */
const UNSPECIFIC = new Set(['דמי', 'עמלה', 'עמלת', 'עמלות', 'fee', 'fees']);

const comparedWords = (text: string) =>
  new Set(distinctiveWords(text).filter((word) => !UNSPECIFIC.has(word)));

/** `hits` similar transactions, and their `share` of all similar ones. */
export interface PastScore {
  hits: number;
  share: number;
  /** Whether all words of one were typed. */
  isWhole: boolean;
  /** Whether one has all the words that were typed. */
  hasAll: boolean;
}

/** The categories of similar transactions, by a description; prepared once for many descriptions. */
export function pastIndex(described: readonly Described[]): (description: string) => Map<string, PastScore> {
  const known = described
    .filter(({ category_id }) => category_id !== null)
    .map(({ description, merchant_name, ...past }) => ({
      ...past,
      texts: [folded(description).trim(), folded(merchant_name ?? '').trim()],
      words: comparedWords(`${description} ${merchant_name ?? ''}`),
    }));
  const byWord = new Map<string, typeof known>();
  for (const past of known)
    for (const key of new Set([...past.texts, ...past.words])) {
      const those = byWord.get(key);
      if (those) those.push(past);
      else byWord.set(key, [past]);
    }
  return (description) => {
    const text = folded(description).trim();
    // An empty text would equal the missing payee of every transaction.
    if (text === '') return new Map();
    const words = comparedWords(description);
    const similar = new Set([text, ...words].flatMap((key) => byWord.get(key) ?? []));
    const scores = new Map<string, Omit<PastScore, 'share'> & { weight: number }>();
    for (const past of similar) {
      const isSame = past.texts.includes(text);
      const likeness = isSame ? 1 : shareOf(words, past.words);
      if (likeness < MIN_LIKENESS) continue;
      const category = past.category_id as string;
      const before = scores.get(category) ?? { hits: 0, weight: 0, isWhole: false, hasAll: false };
      scores.set(category, {
        hits: before.hits + likeness * past.count,
        // Between categories, all of the words weigh eight times as much as half of them.
        weight: before.weight + likeness ** 3 * past.count,
        isWhole: before.isWhole || isSame || shareOf(past.words, words) === 1,
        hasAll: before.hasAll || likeness === 1,
      });
    }
    const sum = [...scores.values()].reduce((total, { weight }) => total + weight, 0);
    return new Map([...scores].map(([id, { weight, ...score }]) => [id, { ...score, share: weight / sum }]));
  };
}

function shareOf(words: ReadonlySet<string>, past: ReadonlySet<string>): number {
  return words.size === 0 ? 0 : [...words].filter((word) => past.has(word)).length / words.size;
}
