import * as v from 'valibot';
import type { AmountStyle } from '../amount-text.ts';
import { dateSchema, type OwnValues, writtenAmountSchema } from '../transactions/schema.ts';

/**
 * The form of an opening balance: an amount, whether it lies below zero, and a day up to `today`. `own` is what the
 * one that is changed has: its day may be long ago. Days are local calendar dates.
 */
export function openingFormSchema(today: string, style: AmountStyle, own: OwnValues = {}) {
  return v.object({
    amount: writtenAmountSchema(style, own.amount),
    below: v.optional(v.string('errors:valueInvalid')),
    date: v.pipe(
      v.optional(v.string('errors:dateInvalid'), ''),
      v.minLength(1, 'errors:dateRequired'),
      dateSchema(today, own.date),
      v.check((date) => date <= today, 'errors:openingFuture'),
    ),
  });
}
