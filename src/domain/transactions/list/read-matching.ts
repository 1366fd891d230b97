import type { TransactionRow } from '../../../db/tables.ts';
import { rankByName } from '../../categories/name.ts';
import { categoriesById } from '../../categories/read.ts';
import type { Reading } from '../../context.ts';
import { idsOf } from '../../long-work/long-work.ts';
import { readMany, scan } from '../../snapshot.ts';
import type { ShownTransaction } from '../fields.ts';
import type { Entry } from '../present.ts';
import { withParts } from '../read.ts';
import { findTransactionsOf } from '../transactions.queries.ts';
import type { Filter, UnpagedInput } from './filter.ts';
import { findBatchesInOrder, findTransactions, type Window } from './list.queries.ts';
import { cursorKeys, readFilter } from './list.ts';

/** Transactions read and written before other requests get a turn. */
const BATCH = 100;

/**
 * All transactions that a filter matches, in its order and in batches, so that a long list is never in memory as a
 * whole. Each batch is read at its own moment: a row that moves in the order meanwhile may be missed or repeated.
 */
export function readMatching(
  context: Reading,
  input: UnpagedInput,
  transfers?: Filter['transfers'],
): AsyncGenerator<Entry[]> {
  return inBatches<ShownTransaction>(context, { ...input, transfers }, async (_inside, rows) => rows);
}

/** As `readMatching`, with every column. */
export function readMatchingWhole(
  context: Reading,
  input: UnpagedInput,
  transfers?: Filter['transfers'],
): AsyncGenerator<Entry<TransactionRow>[]> {
  return inBatches<TransactionRow>(context, { ...input, transfers }, (inside, rows) =>
    readInOrder(
      inside,
      rows.map(({ id }) => id),
    ),
  );
}

async function readInOrder({ db, viewer }: Reading, ids: string[]): Promise<TransactionRow[]> {
  const rows = new Map((await findTransactionsOf(db, viewer.id, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

type ListRows = Awaited<ReturnType<typeof findTransactions>>;

async function* inBatches<Row extends ShownTransaction>(
  context: Reading,
  { transfers, ...input }: UnpagedInput & Pick<Filter, 'transfers'>,
  complete: (inside: Reading, rows: ListRows) => Promise<Row[]>,
): AsyncGenerator<Entry<Row | TransactionRow>[]> {
  const { sort, order } = input;
  const { filter, ranks } = await readMany(context, async (inside) => ({
    filter: { ...(await readFilter(inside, input)), transfers },
    ranks: rankByName([...(await categoriesById(inside)).values()], inside.locale),
  }));
  if (sort !== 'date') return yield* inListOrder(context, filter, { sort, order, ranks });
  let cursor: Window['cursor'];
  for (;;) {
    const window = { sort, order, limit: BATCH, offset: 0, cursor };
    const { last, entries } = await readMany(context, async (inside) => {
      const rows = await findTransactions(inside.db, inside.viewer.id, filter, window);
      const last = rows.length === BATCH ? rows.at(-1) : undefined;
      return { last, entries: await withParts(inside, await complete(inside, rows)) };
    });
    yield entries;
    if (!last) return;
    cursor = cursorKeys(last, { sort });
  }
}

// No index has such an order, so querying each batch separately would read every row again.
async function* inListOrder(
  context: Reading,
  filter: Filter,
  window: Pick<Window, 'sort' | 'order' | 'ranks'>,
): AsyncGenerator<Entry<TransactionRow>[]> {
  const batches = await scan(context, ({ db, viewer }) => findBatchesInOrder(db, viewer.id, filter, window));
  for (const batch of batches) {
    yield await readMany(context, async (inside) =>
      withParts(inside, await readInOrder(inside, idsOf(batch))),
    );
  }
}
