import { folded } from '../../folded-text.ts';
import type { Described } from '../categories.queries.ts';
import { tellingWords } from '../words.ts';

/** The share of the typed words that an earlier description must contain to count as similar. */
const MIN_LIKENESS = 0.5;

/** `hits` similar transactions, their `share` of all similar ones, and whether all words of one were typed. */
export interface PastScore {
  hits: number;
  share: number;
  isWhole: boolean;
}

/** The categories of similar transactions, by a description; prepared once for many descriptions. */
export function pastIndex(described: readonly Described[]): (description: string) => Map<string, PastScore> {
  const all = described
    .filter(({ category_id }) => category_id !== null)
    .map(({ description, merchant_name, ...past }) => ({
      ...past,
      texts: [folded(description).trim(), folded(merchant_name ?? '').trim()],
      words: new Set(tellingWords(`${description} ${merchant_name ?? ''}`)),
    }));
  const byWord = new Map<string, typeof all>();
  for (const past of all)
    for (const key of new Set([...past.texts, ...past.words])) {
      const those = byWord.get(key);
      if (those) those.push(past);
      else byWord.set(key, [past]);
    }
  return (description) => {
    const text = folded(description).trim();
    // An empty text would equal the missing payee of every transaction.
    if (text === '') return new Map();
    const words = new Set(tellingWords(description));
    const similar = new Set([text, ...words].flatMap((key) => byWord.get(key) ?? []));
    const hits = new Map<string, number>();
    const whole = new Set<string>();
    for (const past of similar) {
      const likeness = past.texts.includes(text) ? 1 : shareOf(words, past.words);
      const category = past.category_id as string;
      if (likeness >= MIN_LIKENESS) hits.set(category, (hits.get(category) ?? 0) + likeness * past.count);
      if (past.texts.includes(text) || shareOf(past.words, words) === 1) whole.add(category);
    }
    const sum = [...hits.values()].reduce((total, hit) => total + hit, 0);
    return new Map(
      [...hits].map(([id, hit]) => [id, { hits: hit, share: hit / sum, isWhole: whole.has(id) }]),
    );
  };
}

function shareOf(words: ReadonlySet<string>, past: ReadonlySet<string>): number {
  return words.size === 0 ? 0 : [...words].filter((word) => past.has(word)).length / words.size;
}
