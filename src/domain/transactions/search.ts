import type { SignedIn } from '../context.ts';
import { findFound } from '../search/found/queries.ts';
import { seek } from '../search/seek.ts';
import { splitWords } from '../search/words.ts';
import { withCategories } from './list.ts';
import type { Entry } from './present.ts';
import { findTransactions } from './queries.ts';
import { folded } from './search-text.ts';

/** Transactions of any date that contain every word, newest first. */
export async function searchTransactions(context: SignedIn, text: string, limit: number): Promise<Entry[]> {
  const { db, viewer } = context;
  const words = splitWords(folded(text));
  const window = { sort: 'date', order: 'desc', limit, offset: 0 } as const;
  const sought = words.length > 0 ? await seek(db, viewer.id, words) : 'many';
  if (sought === 'none') return [];
  const rows = await (sought === 'many'
    ? findTransactions(db, viewer.id, { words }, window)
    : findFound(db, viewer.id, sought, { words }, window));
  return withCategories(context, rows);
}
