import type { Described } from './queries.ts';

const SHOWN = 5;

/** What transactions are called most, the most frequent first, and by the alphabet among equals. */
export function commonDescriptions(described: Pick<Described, 'description' | 'count'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { description, count } of described) {
    counts.set(description, (counts.get(description) ?? 0) + count);
  }
  return [...counts]
    .sort(([one, often], [other, less]) => less - often || (one < other ? -1 : 1))
    .slice(0, SHOWN)
    .map(([description]) => description);
}
