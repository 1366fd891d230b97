import type { TransactionRow } from '../../../db/tables.ts';
import type { Reading, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { type Figures, figuresOf, totalOf } from '../../ledger/figures.ts';
import { newDeletion } from '../../ledger/ledger.ts';
import { countedAs } from '../../ledger/reserved-categories.ts';
import { type Batch, batchesOf, idsOf, type Started, start } from '../../long-work/long-work.ts';
import { type TransactionType, TYPES } from '../../schemas.ts';
import { scan } from '../../snapshot.ts';
import type { ListInput } from '../list/filter.ts';
import { findBatches, sumTransactions } from '../list/list.queries.ts';
import { listTransactions, readFilter } from '../list/list.ts';
import type { Entry } from '../present.ts';
import { withParts } from '../read.ts';
import { findTransactionsOf, findTypesOf } from '../transactions.queries.ts';
import { planDeletion, planUpdate, requireChangeable } from './change.ts';
import type { BulkChanges } from './schema.ts';

export type Selection = { ids: string[] } | { filter: ListInput };

const SHOWN = 5;

/** The count and sum of a selection (minor units), and its newest rows. */
export async function readSelection(
  context: Reading,
  selection: Selection,
): Promise<{ figures: Figures; entries: Entry[] }> {
  if ('filter' in selection) {
    const firstPage = { page: 1, limit: SHOWN, cursor: undefined };
    return listTransactions(context, { ...selection.filter, ...firstPage });
  }
  const { db, viewer } = context;
  const rows = await findTransactionsOf(db, viewer.id, selection.ids);
  const figures = figuresOf(rows.map((row) => ({ ...countedAs(row), count: 1 })));
  rows.sort((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? 1 : -1));
  return { figures, entries: await withParts(context, rows.slice(0, SHOWN)) };
}

/** The types of the selected rows; an opening balance has one of them too, although it is counted as neither. */
export async function typesOf(context: Reading, selection: Selection): Promise<TransactionType[]> {
  if ('ids' in selection) return findTypesOf(context.db, context.viewer.id, selection.ids);
  const types = new Set<TransactionType>();
  for (const batch of await readBatches(context, selection)) {
    for (const type of await findTypesOf(context.db, context.viewer.id, idsOf(batch))) types.add(type);
    if (types.size === TYPES.length) break;
  }
  return TYPES.filter((type) => types.has(type));
}

function sortKeyOf({ date, time, id }: TransactionRow): string {
  return `${date} ${time} ${id}`;
}

export async function readBatches(context: Reading, selection: Selection): Promise<Batch[]> {
  if ('ids' in selection) return batchesOf(selection.ids);
  return scan(context, async (inside) =>
    findBatches(inside.db, inside.viewer.id, await readFilter(inside, selection.filter)),
  );
}

/**
 * Changes or deletes the selected transactions: a single batch at once, more of them one after another.
 * @param expected the number that was confirmed for a filter
 * @returns the outcome, or the id of the running change, and the id to undo it by
 * @throws DomainError SELECTION_CHANGED (409) when the filter matches another number by now
 */
export async function changeSelection(
  context: Writing,
  { selection, batches }: { selection: Selection; batches: Batch[] },
  { changes, expected }: { changes: BulkChanges | null; expected: number },
): Promise<{ started: Started; undoId?: string }> {
  const count = batches.reduce((sum, batch) => sum + batch.count, 0);
  if ('filter' in selection && count !== expected) throw new DomainError('SELECTION_CHANGED', 409);
  await requireChangeable(context, batches, changes);
  const deletion = newDeletion(context.now);
  const plan = changes
    ? planUpdate(batches, changes, deletion, context.viewer.currency)
    : planDeletion(batches, deletion);
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
  return totalOf(figuresOf(sums));
}
