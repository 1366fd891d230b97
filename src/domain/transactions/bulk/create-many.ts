import type { TransactionRow } from '../../../db/tables.ts';
import { categoriesById } from '../../categories/read.ts';
import type { SignedIn } from '../../context.ts';
import type { FieldFault } from '../../error.ts';
import { inLedger } from '../../ledger/ledger.ts';
import { newRow } from '../create.ts';
import type { Entry } from '../present.ts';
import type { TransactionInput } from '../schema.ts';

/** A transaction of a bulk request with its index in the request; with faults it is not created. */
export type TransactionItem =
  | { index: number; input: TransactionInput; faults?: never }
  | { index: number; faults: FieldFault[] };

interface Created {
  entries: Entry<TransactionRow>[];
  errors: { index: number; faults: FieldFault[] }[];
}

/** Creates the valid transactions of a bulk request and returns the faults of the others. */
export async function createTransactions(context: SignedIn, items: TransactionItem[]): Promise<Created> {
  return inLedger(context, async (ledger) => {
    const categories = await categoriesById({ ...context, db: ledger.tx });
    const created: Created = { entries: [], errors: [] };
    for (const { index, ...item } of items) {
      const { faults, input } = item.faults ? { ...item, input: undefined } : { faults: undefined, ...item };
      const category = categories.get(input?.categoryId ?? '') ?? null;
      if (!input) created.errors.push({ index, faults });
      else if (input.categoryId && !category) created.errors.push({ index, faults: [MISSING_CATEGORY] });
      else created.entries.push({ row: newRow(context, input), category });
    }
    await ledger.insert(created.entries.map(({ row }) => row));
    return created;
  });
}

const MISSING_CATEGORY: FieldFault = { field: 'categoryId', message: 'errors:categoryMissing' };
