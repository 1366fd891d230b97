import * as v from 'valibot';
import { isDate } from '../calendar.ts';
import { blankable, blankableOr } from '../schemas.ts';
import { COMPARISONS, PERIODS, STEPS } from './periods.ts';

const day = blankable(v.pipe(v.string('errors:dateInvalid'), v.check(isDate, 'errors:dateInvalid')));

/** The query of the page of analytics: `from` and `to` count for the period `dates`; `shown` are those that it showed. */
export const analyticsSchema = v.object({
  period: blankableOr(
    v.pipe(v.string('errors:valueInvalid'), v.picklist(PERIODS, 'errors:valueInvalid')),
    PERIODS[0],
  ),
  from: day,
  to: day,
  shown: v.optional(v.fallback(v.string(), '')),
  compare: blankableOr(
    v.pipe(v.string('errors:valueInvalid'), v.picklist(COMPARISONS, 'errors:valueInvalid')),
    COMPARISONS[0],
  ),
  // It is chosen by links only.
  by: v.optional(v.fallback(v.picklist(STEPS), STEPS[0])),
});

export type AnalyticsInput = v.InferOutput<typeof analyticsSchema>;

const number = (least: number, most: number) =>
  v.pipe(
    v.string('errors:valueInvalid'),
    v.regex(/^\d{1,4}$/, 'errors:valueInvalid'),
    v.transform(Number),
    v.minValue(least, 'errors:valueInvalid'),
    v.maxValue(most, 'errors:valueInvalid'),
  );

/** The query of a person's analytics; dates count before months (specification, 9: 12 months). */
export const userAnalyticsSchema = v.object({
  months: blankableOr(number(1, 120), '12'),
  start_date: day,
  end_date: day,
});

export type UserAnalyticsInput = v.InferOutput<typeof userAnalyticsSchema>;

/** The query of the dashboard's summary: how many days, today included (specification, 9: 30). */
export const summarySchema = v.object({ period: blankableOr(number(1, 366), '30') });
