import { rankByName } from '../../categories/name.ts';
import { categoriesById } from '../../categories/read.ts';
import type { SignedIn } from '../../context.ts';
import { readMany } from '../../snapshot.ts';
import type { Entry } from '../present.ts';
import { withCategories } from '../read.ts';
import type { ListInput } from './filter.ts';
import { findTransactions, type Window } from './list.queries.ts';
import { cursorKeys, readFilter } from './list.ts';

/** Transactions that are read and written out before other answers have their turn. */
const BATCH = 100;

/**
 * All transactions that a filter of the list matches, in its order and in batches: a long list is never in memory as a
 * whole. Each batch is of its own moment; what moves in the order meanwhile may be missed or repeated.
 */
export async function* readMatching(context: SignedIn, input: ListInput): AsyncGenerator<Entry[]> {
  const { sort, order } = input;
  const { filter, ranks } = await readMany(context, async (inside) => ({
    filter: await readFilter(inside, input),
    ranks: rankByName([...(await categoriesById(inside)).values()], inside.locale),
  }));
  let cursor: Window['cursor'];
  for (;;) {
    const window = { sort, order, limit: BATCH, offset: 0, cursor, ranks };
    const entries = await readMany(context, async (inside) =>
      withCategories(inside, await findTransactions(inside.db, inside.viewer.id, filter, window)),
    );
    yield entries;
    const last = entries.at(-1);
    if (!last || entries.length < BATCH) return;
    cursor = cursorKeys(last.row, { sort });
  }
}
