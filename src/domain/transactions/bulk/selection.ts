import type { TransactionRow } from '../../../db/tables.ts';
import type { SignedIn } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { type Figures, figuresOf } from '../../ledger/figures.ts';
import { scan } from '../../snapshot.ts';
import type { ListInput } from '../list/filter.ts';
import { findIds, sumTransactions } from '../list/list.queries.ts';
import { listTransactions, readFilter } from '../list/list.ts';
import type { Entry } from '../present.ts';
import { withCategories } from '../read.ts';
import { findTransactionsOf } from '../transactions.queries.ts';

/** What was selected in a list: rows by their ids, or everything that a filter matches. */
export type Selection = { ids: string[] } | { filter: ListInput };

/** The number of rows that a confirmation lists; the others it only counts. */
const SHOWN = 5;

/** The summary of a selection: its number and sum (minor units), and its newest rows. */
export async function readSelection(
  context: SignedIn,
  selection: Selection,
): Promise<{ figures: Figures; entries: Entry[] }> {
  if ('filter' in selection) {
    const first = { page: 1, limit: SHOWN, cursor: undefined };
    return listTransactions(context, { ...selection.filter, ...first });
  }
  const { db, viewer } = context;
  const rows = await findTransactionsOf(db, viewer.id, selection.ids);
  const figures = figuresOf(rows.map(({ type, amount }) => ({ type, amount, count: 1 })));
  rows.sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
  return { figures, entries: await withCategories(context, rows.slice(0, SHOWN)) };
}

function placeOf({ date, time, id }: TransactionRow): string {
  return `${date} ${time} ${id}`;
}

/**
 * The ids of a selection.
 * @param expected the number that was confirmed for a filter
 * @throws DomainError SELECTION_CHANGED (409) when the filter matches another number by now
 */
export async function selectedIds(
  context: SignedIn,
  selection: Selection,
  expected: number,
): Promise<string[]> {
  const { db, viewer } = context;
  if ('ids' in selection) return selection.ids;
  const ids = await findIds(db, viewer.id, await readFilter(context, selection.filter));
  if (ids.length !== expected) throw new DomainError('SELECTION_CHANGED', 409);
  return ids;
}

/** How many of a selection belong to a recurring template. */
export async function countOccurrences(context: SignedIn, selection: Selection): Promise<number> {
  const { db, viewer } = context;
  if ('ids' in selection) {
    const rows = await findTransactionsOf(db, viewer.id, selection.ids);
    return rows.filter(({ template_id }) => template_id !== null).length;
  }
  if (selection.filter.recurring === 'false') return 0;
  const sums = await scan(context, async (inside) => {
    const filter = await readFilter(inside, selection.filter);
    return sumTransactions(inside.db, viewer.id, { ...filter, recurring: true });
  });
  return figuresOf(sums).count;
}
