import * as v from 'valibot';
import type { AmountStyle } from '../../amount-text.ts';
import { amountSchema, basedOnField, basedOnSchema, blankable } from '../../schemas.ts';
import {
  type CurrentValues,
  dateSchema,
  transactionChangesSchema,
  transactionSchema,
  writtenAmountSchema,
} from '../schema.ts';

const account = v.pipe(v.string('errors:accountInvalid'), v.maxLength(40, 'errors:accountInvalid'));
const requiredAccount = v.pipe(
  v.optional(v.string('errors:accountInvalid'), ''),
  v.minLength(1, 'errors:accountInvalid'),
  v.maxLength(40, 'errors:accountInvalid'),
);

/** A transfer: what was moved, from which account and to which. Missing date and time are now. */
export function transferSchema(today: string) {
  const { amount, description, date, time, notes } = transactionSchema(today).entries;
  return v.object({
    amount,
    fromAccountId: requiredAccount,
    toAccountId: requiredAccount,
    description,
    date,
    time,
    notes,
  });
}

export type TransferInput = v.InferOutput<ReturnType<typeof transferSchema>>;

/** Missing fields stay. */
export function transferChangesSchema(today: string) {
  const { description, date, time, notes } = transactionChangesSchema(today).entries;
  return v.object({
    amount: v.optional(amountSchema),
    fromAccountId: blankable(account),
    toAccountId: blankable(account),
    description,
    date,
    time,
    notes,
    basedOn: basedOnSchema,
  });
}

export type TransferChanges = v.InferOutput<ReturnType<typeof transferChangesSchema>>;

export const transferRemovalSchema = v.object({ basedOn: basedOnSchema });

/** The form of the page, which shows all but the time; the amount is in the person's notation. */
export function transferFormSchema(today: string, style: AmountStyle, current: CurrentValues = {}) {
  const { description, notes } = transactionSchema(today).entries;
  return v.object({
    amount: writtenAmountSchema(style, current.amount),
    fromAccountId: requiredAccount,
    toAccountId: requiredAccount,
    description: blankable(description),
    date: v.pipe(
      v.optional(v.string('errors:dateInvalid'), ''),
      v.minLength(1, 'errors:dateRequired'),
      dateSchema(today, current.date),
    ),
    notes,
    basedOn: basedOnField,
  });
}
