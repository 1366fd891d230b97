import * as v from 'valibot';
import type { AmountStyle } from '../amount-text.ts';
import { MAX_BALANCE } from '../money.ts';
import { accountFilter, blankable, numberBetween, realDate, typeSchema, wholeNumber } from '../schemas.ts';
import { type CurrentValues, dateSchema as dayUpTo, writtenAmountSchema } from '../transactions/schema.ts';

export const PERIODS = ['daily', 'weekly', 'monthly', 'yearly'] as const;

export type Period = (typeof PERIODS)[number];

export const balanceSchema = v.object({ account: accountFilter });

export const dateSchema = v.object({ date: blankable(realDate), account: accountFilter });

export const historySchema = v.object({
  months: wholeNumber(12, 1, 120, 'errors:monthsInvalid'),
  account: accountFilter,
});

export const daysSchema = v.object({
  days: wholeNumber(30, 1, 366, 'errors:balanceDaysInvalid'),
  account: accountFilter,
});

export const rangeSchema = v.object({
  start_date: blankable(realDate),
  end_date: blankable(realDate),
  type: blankable(typeSchema),
  account: accountFilter,
});

export const monthSchema = v.object({
  year: blankable(numberBetween(1970, 9999, 'errors:yearInvalid')),
  month: blankable(numberBetween(1, 12, 'errors:monthInvalid')),
  account: accountFilter,
});

/** `current` has the values of the opening balance that is changed, whose day may be long ago. */
export function openingFormSchema(today: string, style: AmountStyle, current: CurrentValues = {}) {
  return v.object({
    amount: writtenAmountSchema(style, current.amount, MAX_BALANCE),
    below: v.optional(v.string('errors:valueInvalid')),
    date: v.pipe(
      v.optional(v.string('errors:dateInvalid'), ''),
      v.minLength(1, 'errors:dateRequired'),
      dayUpTo(today, current.date),
      v.check((date) => date <= today, 'errors:openingFuture'),
    ),
  });
}
