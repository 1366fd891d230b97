import { folded } from '../../folded-text.ts';
import type { Described } from '../categories.queries.ts';
import { wordsOf } from '../words.ts';

/** The share of the typed words that an earlier description must contain to count as similar. */
const MIN_LIKENESS = 0.5;

/** `hits` similar transactions, their `share` of all similar ones. */
export interface PastScore {
  hits: number;
  share: number;
}

export function pastScores(described: Described[], description: string): Map<string, PastScore> {
  const text = folded(description).trim();
  // An empty text would equal the missing payee of every transaction.
  if (text === '') return new Map();
  const words = new Set(wordsOf(description));
  const hits = new Map<string, number>();
  for (const past of described) {
    const likeness = past.category_id === null ? 0 : likenessOf(past, text, words);
    if (past.category_id === null || likeness < MIN_LIKENESS) continue;
    hits.set(past.category_id, (hits.get(past.category_id) ?? 0) + likeness * past.count);
  }
  const all = [...hits.values()].reduce((sum, hit) => sum + hit, 0);
  return new Map([...hits].map(([id, hit]) => [id, { hits: hit, share: hit / all }]));
}

function likenessOf({ description, merchant_name }: Described, text: string, words: Set<string>): number {
  if (folded(description).trim() === text || folded(merchant_name ?? '').trim() === text) return 1;
  if (words.size === 0) return 0;
  const past = new Set(wordsOf(`${description} ${merchant_name ?? ''}`));
  return [...words].filter((word) => past.has(word)).length / words.size;
}
