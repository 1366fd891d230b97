import { folded } from '../transactions/search-text.ts';

/** A text as it is compared: its letters, and how often each pair of neighbouring ones comes. */
interface Shape {
  letters: string;
  pairs: Map<string, number>;
  count: number;
}

/**
 * How alike two texts are, from 0 to 1 and the same both ways: the share of pairs of neighbouring letters that both
 * have (Dice's coefficient). Case, spaces and punctuation do not count; nothing is like nothing.
 */
export function likeness(one: string, other: string): number {
  const [a, b] = [shapeOf(one), shapeOf(other)];
  if (a.letters === b.letters) return a.letters === '' ? 0 : 1;
  let shared = 0;
  for (const [pair, times] of a.pairs) shared += Math.min(times, b.pairs.get(pair) ?? 0);
  return shared === 0 ? 0 : (2 * shared) / (a.count + b.count);
}

const MOST_KEPT = 1000;

// Comparing each of two hundred transactions with each would take every text apart two hundred times.
const kept = new Map<string, Shape>();

function shapeOf(text: string): Shape {
  let shape = kept.get(text);
  if (!shape) {
    shape = takenApart(text);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, shape);
  }
  return shape;
}

function takenApart(text: string): Shape {
  const letters = folded(text).replace(/[^\p{L}\p{N}]+/gu, '');
  const all = [...letters];
  const pairs = new Map<string, number>();
  for (let index = 1; index < all.length; index += 1) {
    const pair = `${all[index - 1]}${all[index]}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return { letters, pairs, count: Math.max(0, all.length - 1) };
}
