import * as v from 'valibot';
import { instantOf, isDate, plusDays } from '../calendar.ts';
import { blankable, blankableOr } from '../schemas.ts';
import type { ActivityFilter } from './activity.queries.ts';
import { ACTIVITY_TYPES } from './kinds.ts';

/** Entries of a page (specification, section 9). */
export const ENTRIES_A_PAGE = 100;

const whole = (fallback: number, least: number, most: number, message: string) =>
  blankableOr(
    v.pipe(
      v.string(message),
      v.regex(/^\d{1,9}$/, message),
      v.transform(Number),
      v.minValue(least, message),
      v.maxValue(most, message),
    ),
    String(fallback),
  );

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

const moment = (description: string) =>
  blankable(
    v.pipe(
      v.string('errors:dateInvalid'),
      v.description(description),
      v.check((text) => isDate(text) || isInstant(text), 'errors:dateInvalid'),
    ),
  );

const id = blankable(v.pipe(v.string('errors:textExpected'), v.maxLength(40, 'errors:valueMax')));

/** The filter of the log: every field is text from an address. */
export const activityFilterFields = {
  adminId: id,
  userId: id,
  actionType: blankable(v.picklist(ACTIVITY_TYPES, 'errors:actionInvalid')),
  startDate: moment('A local date, or an instant.'),
  endDate: moment('A local date, which is included, or an instant, which is not.'),
};

export const activitySchema = v.object({
  page: blankable(
    v.pipe(
      v.string('errors:pageInvalid'),
      v.regex(/^[1-9]\d{0,6}$/, 'errors:pageInvalid'),
      v.transform(Number),
    ),
  ),
  limit: whole(ENTRIES_A_PAGE, 1, 200, 'errors:limitInvalid'),
  offset: whole(0, 0, 999_999_999, 'errors:offsetInvalid'),
  ...activityFilterFields,
});

export type ActivityInput = v.InferOutput<typeof activitySchema>;

/** The instants and ids that a filter means; dates are those of a time zone. */
export function filterOf(
  { adminId, userId, actionType, startDate, endDate }: Omit<ActivityInput, 'page' | 'limit' | 'offset'>,
  timezone: string,
): ActivityFilter {
  const instant = (text: string, days: number) =>
    isDate(text) ? instantOf(plusDays(text, days), '00:00', timezone) : new Date(text).toISOString();
  return {
    adminId,
    personId: userId,
    type: actionType,
    from: startDate && instant(startDate, 0),
    to: endDate && instant(endDate, 1),
  };
}

export const activityFilterSchema = v.object(activityFilterFields);
