import { type FoundRole, NAME_RANKS, OTHER_FIGURES } from '../layouts/words.ts';

/** The roles of a column's name, including those of the words in it. */
export function ranksOf(name: string): ReadonlyMap<FoundRole, number> {
  const exact = NAME_RANKS.get(name);
  if (exact) return exact;
  const words = name.split(' ');
  if (words.length > 6 || OTHER_FIGURES.test(name)) return NO_RANKS;
  const ranks = new Map<FoundRole, number>();
  for (let from = 0; from < words.length; from++) {
    for (let to = words.length; to > from; to--) {
      const part = words.slice(from, to).join(' ');
      if (part.length < 3) continue;
      for (const [role, rank] of NAME_RANKS.get(part) ?? NO_RANKS) {
        const vague = 100 + rank + 50 * (words.length - (to - from));
        // The name of an account is no payee.
        if (words.includes('account') && (role === 'payee' || role === 'description')) continue;
        if (vague < (ranks.get(role) ?? Number.POSITIVE_INFINITY)) ranks.set(role, vague);
      }
    }
  }
  return ranks;
}

const NO_RANKS: ReadonlyMap<FoundRole, number> = new Map();
