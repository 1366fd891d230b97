import * as v from 'valibot';
import { accountFilter, blankable, blankableOr, realDate, wholeNumber } from '../schemas.ts';
import { COMPARISONS, PATTERNS, PERIODS, STEPS } from './periods.ts';

/** `from` and `to` count for the period `dates`; `shown` are those that the page showed. */
export const analyticsSchema = v.object({
  period: blankableOr(v.picklist(PERIODS, 'errors:periodUnknown'), PERIODS[0]),
  from: blankable(realDate),
  to: blankable(realDate),
  shown: v.optional(v.fallback(v.string(), '')),
  compare: blankableOr(v.picklist(COMPARISONS, 'errors:comparisonUnknown'), COMPARISONS[0]),
  by: v.optional(v.fallback(v.optional(v.picklist(STEPS)), undefined)),
  /** Whether patterns include recurring transactions. */
  recurring: v.optional(v.fallback(v.picklist(PATTERNS), PATTERNS[0]), PATTERNS[0]),
  account: accountFilter,
});

export type AnalyticsInput = v.InferOutput<typeof analyticsSchema>;

export const userAnalyticsSchema = v.object({
  months: wholeNumber(12, 1, 120, 'errors:monthsInvalid'),
  start_date: blankable(realDate),
  end_date: blankable(realDate),
  account: accountFilter,
});

export type UserAnalyticsInput = v.InferOutput<typeof userAnalyticsSchema>;

export const summarySchema = v.object({
  period: wholeNumber(30, 1, 366, 'errors:periodDaysInvalid'),
  account: accountFilter,
});
