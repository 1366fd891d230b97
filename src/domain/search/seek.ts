import type { Db } from '../../db/open.ts';
import { findWords, mostUsedFirst } from './queries.ts';

/** Where the index leads: transactions with one of the `lead` words that also contain all `others`. */
export interface Sought {
  /** Ids of the words that contain the rarest piece, the most used first; at least one. */
  lead: string[];
  /** How often those words are used. */
  count: number;
  others: Piece[];
}

/** A piece of text, and the ids of the words that contain it; null when they are too many to tell. */
export interface Piece {
  text: string;
  words: string[] | null;
  /** How often those words are used. */
  count: number;
}

/** More words than this say little: then so many transactions match that looking through them finds some soon. */
const MOST_WORDS = 2000;

/**
 * Asks the index which words contain the pieces of a search.
 * @returns `none` if nothing can match; `many` if the index is no help, because too many words match each piece
 */
export async function seek(db: Db, userId: string, pieces: string[]): Promise<Sought | 'none' | 'many'> {
  const told: { text: string; words: string[]; count: number }[] = [];
  const others: Piece[] = [];
  for (const text of new Set(pieces)) {
    const words = await findWords(db, userId, text, MOST_WORDS + 1);
    if (words.length === 0) return 'none';
    if (words.length > MOST_WORDS) others.push({ text, words: null, count: Number.POSITIVE_INFINITY });
    else told.push({ text, ...(await mostUsedFirst(db, userId, words)) });
  }
  const [lead, ...rest] = told.sort((one, other) => one.count - other.count);
  return lead ? { lead: lead.words, count: lead.count, others: [...others, ...rest] } : 'many';
}
