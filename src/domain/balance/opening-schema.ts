import * as v from 'valibot';
import type { DecimalMark } from '../amount-text.ts';
import { dateSchema, writtenAmountSchema } from '../transactions/schema.ts';

/**
 * The form of an opening balance: an amount, whether it lies below zero, and a day up to `today`. `own` is the day that
 * it has, which may be long ago. Days are local calendar dates.
 */
export function openingFormSchema(today: string, decimalMark: DecimalMark, own?: string) {
  return v.object({
    amount: writtenAmountSchema(decimalMark),
    below: v.optional(v.string('errors:valueInvalid')),
    date: v.pipe(
      v.optional(v.string('errors:dateInvalid'), ''),
      v.minLength(1, 'errors:dateRequired'),
      dateSchema(today, own),
      v.check((date) => date <= today, 'errors:openingFuture'),
    ),
  });
}
