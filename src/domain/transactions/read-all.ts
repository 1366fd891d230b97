import { categoriesById } from '../categories/read.ts';
import type { SignedIn } from '../context.ts';
import type { Entry } from './present.ts';
import { findFollowing } from './transactions.queries.ts';

const BATCH = 500;

/**
 * All transactions of the viewer, for an export; a long history is never in memory as a whole. By id, which never
 * changes: a row that moves to another day during the export is neither missed nor repeated.
 */
export async function* readAllTransactions({ db, viewer }: SignedIn): AsyncGenerator<Entry> {
  const categories = await categoriesById({ db, viewer });
  let after = '';
  for (;;) {
    const rows = await findFollowing(db, viewer.id, after, BATCH);
    for (const row of rows) yield { row, category: categories.get(row.category_id ?? '') ?? null };
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id ?? '';
  }
}
