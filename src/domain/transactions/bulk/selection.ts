import type { TransactionRow } from '../../../db/tables.ts';
import type { Reading, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { type Figures, figuresOf } from '../../ledger/figures.ts';
import { newDeletion } from '../../ledger/ledger.ts';
import { countedAs } from '../../ledger/opening.ts';
import { type Batch, batchesOf, type Started, start } from '../../long-work/long-work.ts';
import { type TransactionType, TYPES } from '../../schemas.ts';
import { scan } from '../../snapshot.ts';
import type { ListInput } from '../list/filter.ts';
import { findBatches, sumTransactions } from '../list/list.queries.ts';
import { listTransactions, readFilter } from '../list/list.ts';
import type { Entry } from '../present.ts';
import { withCategories } from '../read.ts';
import { findTransactionsOf, findTypesOf } from '../transactions.queries.ts';
import { planDeletion, planUpdate } from './change-many.ts';
import type { BulkChanges } from './schema.ts';

/** What was selected in a list: rows by their ids, or everything that a filter matches. */
export type Selection = { ids: string[] } | { filter: ListInput };

/** The number of rows that a confirmation lists; the others it only counts. */
const SHOWN = 5;

/** The summary of a selection: its number and sum (minor units), and its newest rows. */
export async function readSelection(
  context: Reading,
  selection: Selection,
): Promise<{ figures: Figures; entries: Entry[] }> {
  if ('filter' in selection) {
    const first = { page: 1, limit: SHOWN, cursor: undefined };
    return listTransactions(context, { ...selection.filter, ...first });
  }
  const { db, viewer } = context;
  const rows = await findTransactionsOf(db, viewer.id, selection.ids);
  const figures = figuresOf(rows.map((row) => ({ ...countedAs(row), count: 1 })));
  rows.sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
  return { figures, entries: await withCategories(context, rows.slice(0, SHOWN)) };
}

/** The types that rows of a selection have; an opening balance, which is counted as neither, has one of them too. */
export async function typesOf(context: Reading, selection: Selection): Promise<TransactionType[]> {
  if ('ids' in selection) return findTypesOf(context.db, context.viewer.id, selection.ids);
  const { filter } = selection;
  const first = { ...filter, page: 1, limit: 1, cursor: undefined };
  const types: TransactionType[] = [];
  for (const type of filter.type ? [filter.type] : TYPES)
    if ((await listTransactions(context, { ...first, type })).figures.count > 0) types.push(type);
  return types;
}

function placeOf({ date, time, id }: TransactionRow): string {
  return `${date} ${time} ${id}`;
}

export async function readBatches(context: Reading, selection: Selection): Promise<Batch[]> {
  if ('ids' in selection) return batchesOf(selection.ids);
  return scan(context, async (inside) =>
    findBatches(inside.db, inside.viewer.id, await readFilter(inside, selection.filter)),
  );
}

/**
 * Changes the selected transactions, or deletes them: one batch at once, more of them batch by batch.
 * @param expected the number that was confirmed for a filter
 * @returns the outcome, or the id of the change that has begun, with the id by which it is undone
 * @throws DomainError SELECTION_CHANGED (409) when the filter matched another number
 */
export async function changeSelection(
  context: Writing,
  { selection, batches }: { selection: Selection; batches: Batch[] },
  { changes, expected }: { changes: BulkChanges | null; expected: number },
): Promise<{ started: Started; undoId?: string }> {
  const count = batches.reduce((sum, batch) => sum + batch.count, 0);
  if ('filter' in selection && count !== expected) throw new DomainError('SELECTION_CHANGED', 409);
  const deletion = newDeletion(context.now);
  const plan = changes ? planUpdate(batches, changes, deletion) : planDeletion(batches, deletion);
  const started = await start(context, plan);
  return { started, ...(plan.deletionId !== undefined && { undoId: plan.deletionId }) };
}

export async function countOccurrences(context: Reading, selection: Selection): Promise<number> {
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
