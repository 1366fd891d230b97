import { findCategories } from '../categories/queries.ts';
import { chunksOf } from '../chunks.ts';
import type { SignedIn } from '../context.ts';
import type { FieldFault } from '../error.ts';
import { inTransaction } from '../transact.ts';
import { applyChanges } from './apply.ts';
import { newRow } from './create.ts';
import type { Entry } from './present.ts';
import { insertTransactions } from './queries.ts';
import { ROWS_AT_ONCE } from './rows-at-once.ts';
import type { TransactionInput } from './schema.ts';

/** A transaction to create, by its place among those that were sent; with faults it is not created. */
export type Wish =
  | { index: number; input: TransactionInput; faults?: never }
  | { index: number; faults: FieldFault[] };

interface Created {
  entries: Entry[];
  errors: { index: number; faults: FieldFault[] }[];
}

/** Records the good ones of many transactions and tells what is wrong with the others. */
export async function createTransactions(context: SignedIn, wishes: Wish[]): Promise<Created> {
  const { db, viewer } = context;
  return inTransaction(db, async (tx) => {
    const categories = new Map((await findCategories(tx, viewer.id)).map((row) => [row.id, row]));
    const created: Created = { entries: [], errors: [] };
    for (const { index, ...wish } of wishes) {
      const { faults, input } = wish.faults ? { ...wish, input: undefined } : { faults: undefined, ...wish };
      const category = categories.get(input?.categoryId ?? '') ?? null;
      if (!input) created.errors.push({ index, faults });
      else if (input.categoryId && !category) created.errors.push({ index, faults: [LOST_CATEGORY] });
      else created.entries.push({ row: newRow(context, input), category });
    }
    const rows = created.entries.map(({ row }) => row);
    for (const chunk of chunksOf(rows, ROWS_AT_ONCE)) await insertTransactions(tx, chunk);
    if (rows.length > 0)
      await applyChanges(
        tx,
        rows.map((row) => ({ row, sign: 1 })),
      );
    return created;
  });
}

const LOST_CATEGORY: FieldFault = { field: 'categoryId', message: 'errors:categoryMissing' };
