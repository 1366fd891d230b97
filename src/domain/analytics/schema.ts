import * as v from 'valibot';
import { isDate } from '../calendar.ts';
import { blankable, blankableOr, wholeNumber } from '../schemas.ts';
import { COMPARISONS, PERIODS, STEPS } from './periods.ts';

const day = blankable(v.pipe(v.string('errors:dateInvalid'), v.check(isDate, 'errors:dateInvalid')));

/** The query of the page of analytics: `from` and `to` count for the period `dates`; `shown` are those that it showed. */
export const analyticsSchema = v.object({
  period: blankableOr(v.picklist(PERIODS, 'errors:periodUnknown'), PERIODS[0]),
  from: day,
  to: day,
  shown: v.optional(v.fallback(v.string(), '')),
  compare: blankableOr(v.picklist(COMPARISONS, 'errors:comparisonUnknown'), COMPARISONS[0]),
  // It is chosen by links only.
  by: v.optional(v.fallback(v.picklist(STEPS), STEPS[0])),
});

export type AnalyticsInput = v.InferOutput<typeof analyticsSchema>;

/** The query of a person's analytics; dates count before months. */
export const userAnalyticsSchema = v.object({
  months: wholeNumber(12, 1, 120, 'errors:monthsInvalid'),
  start_date: day,
  end_date: day,
});

export type UserAnalyticsInput = v.InferOutput<typeof userAnalyticsSchema>;

/** The query of the dashboard's summary: how many days, today included. */
export const summarySchema = v.object({ period: wholeNumber(30, 1, 366, 'errors:periodDaysInvalid') });
