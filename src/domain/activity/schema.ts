import * as v from 'valibot';
import { instantOf, isDate, plusDays } from '../calendar.ts';
import { blankable, wholeNumber } from '../schemas.ts';
import type { ActivityFilter } from './activity.queries.ts';
import { ACTIVITY_TYPES } from './kinds.ts';

export const ENTRIES_A_PAGE = 100;

/** The most entries of an answer; a larger limit counts as this one. */
const MOST_ENTRIES = 1000;

// Instants are compared as texts: none may have more than four digits in its year, nor the day after it.
const LAST_YEAR = '9999';

/** Whether a text is an instant that the log can be filtered by. */
export const isInstant = (text: string) =>
  /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)) && !text.startsWith(LAST_YEAR);

const moment = (description: string) =>
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

/** The filter of the log: every field is text from an address. */
export const activityFilterFields = {
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
  limit: v.pipe(
    wholeNumber(ENTRIES_A_PAGE, 1, 999_999_999, 'errors:limitInvalid'),
    v.transform((limit) => Math.min(limit, MOST_ENTRIES)),
  ),
  offset: wholeNumber(0, 0, 999_999_999, 'errors:offsetInvalid'),
  cursor: blankable(
    v.pipe(
      v.string('errors:cursorInvalid'),
      v.regex(/^o\d{1,9}$/, 'errors:cursorInvalid'),
      v.transform((text) => Number(text.slice(1))),
    ),
  ),
  ...activityFilterFields,
});

export type ActivityInput = v.InferOutput<typeof activitySchema>;

export type ActivityChoice = Omit<ActivityInput, 'page' | 'limit' | 'offset' | 'cursor'>;

/** How many entries come before a page of the log: by its cursor, its number or its offset. */
export function entriesBefore({ cursor, page, limit, offset }: ActivityInput): number {
  return cursor ?? (page ? (page - 1) * limit : offset);
}

/** The instants and ids that a filter means; dates are those of a time zone. */
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
