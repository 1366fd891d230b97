import * as v from 'valibot';
import { isDate } from '../calendar.ts';
import { blankable, blankableOr } from '../schemas.ts';
import { COMPARISONS, PERIODS } from './periods.ts';

const day = blankable(v.pipe(v.string('errors:dateInvalid'), v.check(isDate, 'errors:dateInvalid')));

/** The query of the page of analytics: `from` and `to` count for the period `dates`. */
export const analyticsSchema = v.object({
  period: blankableOr(
    v.pipe(v.string('errors:valueInvalid'), v.picklist(PERIODS, 'errors:valueInvalid')),
    PERIODS[0],
  ),
  from: day,
  to: day,
  compare: blankableOr(
    v.pipe(v.string('errors:valueInvalid'), v.picklist(COMPARISONS, 'errors:valueInvalid')),
    COMPARISONS[0],
  ),
});

export type AnalyticsInput = v.InferOutput<typeof analyticsSchema>;
