import type { InferOutput } from 'valibot';
import { toDecimal } from '../../domain/money.ts';
import type { transactionFormSchema } from '../../domain/transactions/schema.ts';

/** What the schema made of the fields: the amount in minor units. */
export type CheckedTransaction = InferOutput<ReturnType<typeof transactionFormSchema>>;

/** The body that the API takes; what was emptied is sent as `null`, so that it is emptied there too. */
export function bodyOf(checked: CheckedTransaction) {
  return {
    type: checked.type,
    amount: toDecimal(Math.abs(checked.amount)),
    description: checked.description,
    categoryId: checked.categoryId ?? null,
    date: checked.date,
    time: checked.time ?? null,
    timezone: checked.timezone,
    notes: checked.notes ?? null,
  };
}
