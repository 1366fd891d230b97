import * as v from 'valibot';
import { accountFilter, blankable, realDate, wholeNumber } from '../schemas.ts';
import { transactionSchema } from '../transactions/schema.ts';

export const BATCH_MOST = 200;

/** `id` names a recorded transaction, so that it is not compared with itself. */
export function checkSchema(today: string) {
  return v.object({
    ...transactionSchema(today).entries,
    id: blankable(v.pipe(v.string('errors:textExpected'), v.maxLength(40, 'errors:valueMax'))),
  });
}

export type CheckInput = v.InferOutput<ReturnType<typeof checkSchema>>;

const ofTransaction = v.pipe(
  v.string('errors:valueInvalid'),
  v.regex(/^[\da-f-]{36}$/, 'errors:valueInvalid'),
);

export const notDuplicatesSchema = v.object({ transactionId: ofTransaction, duplicateOf: ofTransaction });

export type NotDuplicatesInput = v.InferOutput<typeof notDuplicatesSchema>;

export const insightsSchema = v.object({
  dateFrom: blankable(realDate),
  dateTo: blankable(realDate),
  limit: wholeNumber(BATCH_MOST, 1, BATCH_MOST, 'errors:limitInvalid'),
  account: accountFilter,
});

export type InsightsInput = v.InferOutput<typeof insightsSchema>;
