import type { SignedIn } from '../context.ts';
import { withCategories } from './list.ts';
import type { Entry } from './present.ts';
import { findTransactions } from './queries.ts';
import { folded } from './search-text.ts';

/** Transactions of any date that contain every word, newest first. */
export async function searchTransactions(context: SignedIn, text: string, limit: number): Promise<Entry[]> {
  const words = folded(text).split(/\s+/).filter(Boolean);
  const window = { sort: 'date', order: 'desc', limit, offset: 0 } as const;
  return withCategories(context, await findTransactions(context.db, context.viewer.id, { words }, window));
}
