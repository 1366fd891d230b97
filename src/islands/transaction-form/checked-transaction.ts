import type { InferOutput } from 'valibot';
import { toDecimal } from '../../domain/money.ts';
import { INPUTS, type InputName } from '../../domain/transactions/fields.ts';
import type { transactionFormSchema } from '../../domain/transactions/schema.ts';
import type { DialogTransaction } from '../../stores/transaction-dialog.ts';
import { api } from '../api-client.ts';

/** What the schema made of the fields: the amount in minor units. */
export type CheckedTransaction = InferOutput<ReturnType<typeof transactionFormSchema>>;

/** The body that the API takes; what was emptied is sent as `null`, so that it is emptied there too. */
export function bodyOf(checked: CheckedTransaction) {
  const fields = INPUTS.map(({ input }) => [input, checked[input] ?? null]);
  return {
    ...(Object.fromEntries(fields) as { [Name in InputName]: CheckedTransaction[Name] | null }),
    type: checked.type,
    amount: toDecimal(Math.abs(checked.amount)),
  };
}

/** What the server's rules find about a transaction. */
interface Remarks {
  /** Words in the person's language, if it differs from what is usual. */
  security_alert: string | null;
  /** The likeliest first. */
  possible_duplicates: DialogTransaction[];
}

/**
 * Asks what the rules find about a transaction. A failed call is no reason to interrupt anybody who is at work, neither
 * with a message nor with a sign-in: it gives nothing.
 */
export function remarksOn(transaction: object, signal: AbortSignal): Promise<Remarks | undefined> {
  return api<Remarks>('/transactions/check', {
    method: 'POST',
    body: transaction,
    signal,
    background: true,
  }).catch(() => undefined);
}
