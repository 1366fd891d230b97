import type { TransactionRow } from '../../../db/tables.ts';
import { rankByName } from '../../categories/name.ts';
import { categoriesById } from '../../categories/read.ts';
import type { SignedIn } from '../../context.ts';
import { readMany } from '../../snapshot.ts';
import type { ShownTransaction } from '../fields.ts';
import type { Entry } from '../present.ts';
import { withCategories } from '../read.ts';
import { findTransactionsOf } from '../transactions.queries.ts';
import type { ListInput } from './filter.ts';
import { findTransactions, type Window } from './list.queries.ts';
import { cursorKeys, readFilter } from './list.ts';

/** Transactions that are read and written out before other answers have their turn. */
const BATCH = 100;

/**
 * All transactions that a filter of the list matches, in its order and in batches: a long list is never in memory as a
 * whole. Each batch is of its own moment; what moves in the order meanwhile may be missed or repeated.
 */
export function readMatching(context: SignedIn, input: ListInput): AsyncGenerator<Entry[]> {
  return inBatches(context, input, async (_inside, rows) => rows);
}

/** The same with every column of each row. */
export function readMatchingWhole(
  context: SignedIn,
  input: ListInput,
): AsyncGenerator<Entry<TransactionRow>[]> {
  return inBatches(context, input, async ({ db, viewer }, rows) => {
    const ids = rows.map(({ id }) => id);
    const whole = new Map((await findTransactionsOf(db, viewer.id, ids)).map((row) => [row.id, row]));
    return rows.flatMap(({ id }) => whole.get(id) ?? []);
  });
}

type Found = Awaited<ReturnType<typeof findTransactions>>;

async function* inBatches<Row extends ShownTransaction>(
  context: SignedIn,
  input: ListInput,
  complete: (inside: SignedIn, rows: Found) => Promise<Row[]>,
): AsyncGenerator<Entry<Row>[]> {
  const { sort, order } = input;
  const { filter, ranks } = await readMany(context, async (inside) => ({
    filter: await readFilter(inside, input),
    ranks: rankByName([...(await categoriesById(inside)).values()], inside.locale),
  }));
  let cursor: Window['cursor'];
  for (;;) {
    const window = { sort, order, limit: BATCH, offset: 0, cursor, ranks };
    const { last, entries } = await readMany(context, async (inside) => {
      const rows = await findTransactions(inside.db, inside.viewer.id, filter, window);
      const last = rows.length === BATCH ? rows.at(-1) : undefined;
      return { last, entries: await withCategories(inside, await complete(inside, rows)) };
    });
    yield entries;
    if (!last) return;
    cursor = cursorKeys(last, { sort });
  }
}
