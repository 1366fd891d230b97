import type { TransactionRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { readMany } from '../snapshot.ts';
import type { Entry } from './present.ts';
import { withCategories } from './read.ts';
import { findFollowing } from './transactions.queries.ts';

/** Transactions that are read and written out before other answers have their turn. */
const BATCH = 100;

/**
 * All transactions of the viewer in batches, for an export; a long history is never in memory as a whole. By id, which never
 * changes: a row that moves to another day during the export is neither missed nor repeated.
 */
export async function* readAllTransactions(context: SignedIn): AsyncGenerator<Entry<TransactionRow>[]> {
  let after = '';
  for (;;) {
    const entries = await readMany(context, async (inside) =>
      withCategories(inside, await findFollowing(inside.db, inside.viewer.id, after, BATCH)),
    );
    yield entries;
    if (entries.length < BATCH) return;
    after = entries.at(-1)?.row.id ?? '';
  }
}
