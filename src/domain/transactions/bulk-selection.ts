import type { TransactionRow } from '../../db/tables.ts';
import { localNow } from '../calendar.ts';
import { chunksOf } from '../chunks.ts';
import type { SignedIn } from '../context.ts';
import { DomainError } from '../error.ts';
import { type Figures, figuresOf } from '../totals/figures.ts';
import { couldBeId } from './could-be-id.ts';
import { filterOf, type ListInput } from './filter.ts';
import { listTransactions, withCategories } from './list.ts';
import type { Entry } from './present.ts';
import { findIds, findTransactionsOf } from './queries.ts';
import { ROWS_AT_ONCE } from './rows-at-once.ts';

/** What somebody chose in a list: rows by their ids, or everything that a filter means. */
export type Selection = { ids: string[] } | { filter: ListInput };

/** Rows that a confirmation shows; the others it counts. */
const SHOWN = 5;

/** What a selection comes to: how many and how much (minor units), and its newest rows. */
export async function readSelection(
  context: SignedIn,
  selection: Selection,
): Promise<{ figures: Figures; entries: Entry[] }> {
  if ('filter' in selection) {
    const first = { page: 1, limit: SHOWN, cursor: undefined };
    return listTransactions(context, { ...selection.filter, ...first });
  }
  const { db, viewer } = context;
  const rows: TransactionRow[] = [];
  for (const chunk of chunksOf(selection.ids.filter(couldBeId), ROWS_AT_ONCE))
    rows.push(...(await findTransactionsOf(db, viewer.id, chunk)));
  const figures = figuresOf(rows.map(({ type, amount }) => ({ type, amount, count: 1 })));
  rows.sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
  return { figures, entries: await withCategories(context, rows.slice(0, SHOWN)) };
}

function placeOf({ date, time, id }: TransactionRow): string {
  return `${date} ${time} ${id}`;
}

/**
 * The ids of a selection. What a filter means must still be as many as somebody was told that it is.
 * @throws DomainError SELECTION_CHANGED (409)
 */
export async function idsOf(
  { db, viewer, now }: SignedIn,
  selection: Selection,
  told: number,
): Promise<string[]> {
  if ('ids' in selection) return selection.ids;
  const today = localNow(now, viewer.preferences.timezone).date;
  const ids = await findIds(db, viewer.id, filterOf(selection.filter, today));
  if (ids.length !== told) throw new DomainError('SELECTION_CHANGED', 409);
  return ids;
}
