import * as v from 'valibot';
import { instantOf, isDate, plusDays } from '../calendar.ts';
import { paginationFields } from '../pagination.ts';
import { blankable, wholeNumber } from '../schemas.ts';
import type { ActivityFilter } from './activity.queries.ts';
import { ACTIVITY_TYPES } from './kinds.ts';

export const ENTRIES_A_PAGE = 100;

/** A larger limit is lowered to this. */
const MAX_ENTRIES = 1000;

// Instants are compared as text, so neither their year nor that of the next day may exceed four digits.
const LAST_YEAR = '9999';

export const isInstant = (text: string) =>
  /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)) && !text.startsWith(LAST_YEAR);

const instantSchema = (description: string) =>
  blankable(
    v.pipe(
      v.string('errors:dateInvalid'),
      v.description(description),
      v.check(
        (text) => (isDate(text) && !text.startsWith(LAST_YEAR)) || isInstant(text),
        'errors:dateInvalid',
      ),
    ),
  );

const id = blankable(v.pipe(v.string('errors:textExpected'), v.maxLength(40, 'errors:valueMax')));

const activityFilterFields = {
  adminId: id,
  userId: blankable(
    v.pipe(
      v.string('errors:textExpected'),
      v.description('Whom entries are about: the id or the e-mail address of an account.'),
      v.trim(),
      v.maxLength(254, 'errors:valueMax'),
    ),
  ),
  actionType: blankable(v.picklist(ACTIVITY_TYPES, 'errors:actionInvalid')),
  startDate: instantSchema('A local date, or an instant.'),
  endDate: instantSchema('A local date, which is included, or an instant, which is not.'),
};

export const activitySchema = v.object({
  ...paginationFields,
  limit: wholeNumber(ENTRIES_A_PAGE, 1, MAX_ENTRIES, 'errors:activityLimitInvalid'),
  ...activityFilterFields,
});

export type ActivityInput = v.InferOutput<typeof activitySchema>;

export type ActivityChoice = Omit<ActivityInput, 'page' | 'limit' | 'offset' | 'cursor'>;

/** Dates are those of the time zone. */
export function filterOf(
  { adminId, userId, actionType, startDate, endDate }: ActivityChoice,
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
