import type { CategoryRow, TransactionRow } from '../../../db/tables.ts';
import { categoriesById, fits, OTHER_TYPE } from '../../categories/read.ts';
import type { Writing } from '../../context.ts';
import { decimalsFault } from '../../currency.ts';
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
export async function createTransactions(context: Writing, items: TransactionItem[]): Promise<Created> {
  return inLedger(context, async (ledger) => {
    const categories = await categoriesById({ ...context, db: ledger.tx });
    const created: Created = { entries: [], errors: [] };
    for (const { index, ...item } of items) {
      if (item.faults) {
        created.errors.push({ index, faults: item.faults });
        continue;
      }
      const row = newRow(context, item.input);
      const category = categories.get(row.category_id ?? '') ?? null;
      const fault = faultOf(row, category) ?? decimalsFault(row.amount, context.viewer.currency);
      if (fault) created.errors.push({ index, faults: [fault] });
      else created.entries.push({ row, category });
    }
    await ledger.insert(created.entries.map(({ row }) => row));
    return created;
  });
}

function faultOf({ type, category_id }: TransactionRow, category: CategoryRow | null): FieldFault | null {
  if (category_id && !category) return MISSING_CATEGORY;
  return fits(category, type) ? null : OTHER_TYPE;
}

const MISSING_CATEGORY: FieldFault = { field: 'categoryId', message: 'errors:categoryMissing' };
