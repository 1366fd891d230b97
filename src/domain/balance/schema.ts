import * as v from 'valibot';
import type { AmountStyle } from '../amount-text.ts';
import { isDate } from '../calendar.ts';
import { blankable, blankableOr, typeSchema } from '../schemas.ts';
import { dateSchema as dayUpTo, type OwnValues, writtenAmountSchema } from '../transactions/schema.ts';

export const PERIODS = ['daily', 'weekly', 'monthly', 'yearly'] as const;

export type Period = (typeof PERIODS)[number];

const day = v.pipe(v.string('errors:dateInvalid'), v.check(isDate, 'errors:dateInvalid'));

function number(low: number, high: number) {
  return v.pipe(
    v.string('errors:valueInvalid'),
    v.regex(/^\d{1,6}$/, 'errors:valueInvalid'),
    v.transform(Number),
    v.minValue(low, 'errors:valueInvalid'),
    v.maxValue(high, 'errors:valueInvalid'),
  );
}

export const dateSchema = v.object({ date: blankable(day) });

export const historySchema = v.object({ months: blankableOr(number(1, 120), '12') });

export const daysSchema = v.object({ days: blankableOr(number(1, 366), '30') });

export const rangeSchema = v.object({
  start_date: blankable(day),
  end_date: blankable(day),
  type: blankable(typeSchema),
});

export const monthSchema = v.object({
  year: blankable(number(1970, 9999)),
  month: blankable(number(1, 12)),
});

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
      dayUpTo(today, own.date),
      v.check((date) => date <= today, 'errors:openingFuture'),
    ),
  });
}
