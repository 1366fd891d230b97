import * as v from 'valibot';
import { blankable, blankableOr } from '../blank.ts';
import { isDate } from '../calendar.ts';
import { transactionSchema } from '../transactions/schema.ts';

/** The most transactions that are judged together. */
export const BATCH_MOST = 200;

const day = blankable(v.pipe(v.string('errors:dateInvalid'), v.check(isDate, 'errors:dateInvalid')));

/** A transaction to be judged; `id` says which recorded one it is, so that it is not found to be its own double. */
export function checkSchema(today: string) {
  return v.object({
    ...transactionSchema(today).entries,
    id: blankable(v.pipe(v.string('errors:textExpected'), v.maxLength(40, 'errors:valueMax'))),
  });
}

export type CheckInput = v.InferOutput<ReturnType<typeof checkSchema>>;

/** Which transactions to judge together: the newest ones of some days, local dates and both included. */
export const insightsSchema = v.object({
  dateFrom: day,
  dateTo: day,
  limit: blankableOr(
    v.pipe(
      v.string('errors:limitInvalid'),
      v.regex(/^\d{1,9}$/, 'errors:limitInvalid'),
      v.transform(Number),
      v.minValue(1, 'errors:limitInvalid'),
      v.maxValue(BATCH_MOST, 'errors:limitInvalid'),
    ),
    String(BATCH_MOST),
  ),
});

export type InsightsInput = v.InferOutput<typeof insightsSchema>;
