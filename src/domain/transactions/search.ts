import type { SignedIn } from '../context.ts';
import { findFound } from '../search/found/queries.ts';
import { areToldByRecords } from '../search/matches/find-matches.ts';
import { seek } from '../search/seek.ts';
import { tell } from '../search/tell.ts';
import { splitWords } from '../search/words.ts';
import { keptSum } from './kept-sums.ts';
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
  if (sought === 'many')
    return withCategories(context, await findTransactions(db, viewer.id, { words }, window));
  // One piece is found where the index leads; of several, few transactions may have all.
  const told =
    sought.others.length > 0 && areToldByRecords(sought, { words })
      ? await keptSum(context, { words }, () => tell(db, viewer.id, sought, { words }))
      : undefined;
  const counts = told?.days;
  return withCategories(context, await findFound(db, viewer.id, sought, { words }, { ...window, counts }));
}
