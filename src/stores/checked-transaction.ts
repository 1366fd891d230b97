import type { InferOutput } from 'valibot';
import type { DialogTransaction } from '../browser/core/page/dialog-settings.ts';
import { api } from '../browser/core/request/api-client.ts';
import { toDecimal } from '../domain/money.ts';
import { INPUTS, type InputName } from '../domain/transactions/fields.ts';
import type { transactionFormSchema } from '../domain/transactions/schema.ts';

/** The output of the schema: the amount in minor units. */
export type CheckedTransaction = InferOutput<ReturnType<typeof transactionFormSchema>>;

/** The body of a request to the API; cleared fields are sent as `null`, so that they are cleared there too. */
export function bodyOf(checked: CheckedTransaction) {
  const fields = INPUTS.map(({ input }) => [input, checked[input] ?? null]);
  return {
    ...(Object.fromEntries(fields) as { [Name in InputName]: CheckedTransaction[Name] | null }),
    type: checked.type,
    amount: toDecimal(Math.abs(checked.amount)),
  };
}

/** The findings of the server's rules about a transaction. */
interface Remarks {
  /** Texts in the person's language, if it is unusual. */
  security_alert: string | null;
  /** The likeliest first. */
  possible_duplicates: DialogTransaction[];
}

/**
 * Fetches the findings of the rules about a transaction. A failed call is ignored, without a message or a redirect to
 * sign in: it returns nothing.
 */
export function remarksOn(transaction: object, signal: AbortSignal): Promise<Remarks | undefined> {
  return api<Remarks>('/transactions/check', {
    method: 'POST',
    body: transaction,
    signal,
    background: true,
  }).catch(() => undefined);
}
