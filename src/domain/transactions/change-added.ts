import type { Writing } from '../context.ts';
import { inLedger } from '../ledger/ledger.ts';
import { changeTransaction } from './change.ts';
import { createTransaction } from './create.ts';
import { withEmptied } from './fields.ts';
import { readTransaction } from './read.ts';
import { undoAddTransaction } from './remove.ts';

type Changes = Parameters<typeof changeTransaction>[2] & Parameters<typeof createTransaction>[1];

/**
 * Changes what a form has added that is sent again with other values. A purchase in payments, before or after, is
 * replaced as a whole: each payment has only its part of the amount.
 * @throws DomainError as `changeTransaction` and `createTransaction` do
 */
export async function changeAdded(context: Writing, id: string, input: Changes): Promise<void> {
  const { row } = await readTransaction(context, id);
  if (row.installment_of === null && !input.installments) {
    await changeTransaction(context, { id }, withEmptied(input));
    return;
  }
  await inLedger(context, async (_ledger, inside) => {
    await undoAddTransaction(inside, { id, basedOn: input.basedOn });
    await createTransaction(inside, input);
  });
}
