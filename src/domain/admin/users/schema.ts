import * as v from 'valibot';
import type { TextKey } from '../../../i18n/texts.ts';
import { limitField, paginationFields } from '../../pagination.ts';
import { STATUSES } from '../../restrictions/status.ts';
import { blankable, blankableOr, maxLetters, trimmed } from '../../schemas.ts';
import { ROLES } from '../acts/schema.ts';

const USERS_A_PAGE = 50;

export const SORTS = ['created_at', 'last_login', 'email', 'name', 'role'] as const;

export const SEEN = ['day', 'week', 'month', 'earlier', 'never'] as const;

const choice = <const Values extends readonly [string, ...string[]]>(values: Values, message: TextKey) =>
  blankable(v.picklist(values, message));

/** Every field is text from a URL, so that a filter can be bookmarked. */
const userFilterFields = {
  search: blankable(
    v.pipe(
      v.string('errors:textExpected'),
      v.description(
        'Words that the name or the e-mail address begins with, or an id; if there is nobody, words anywhere in them.',
      ),
      trimmed,
      maxLetters(200, 'errors:valueMax'),
    ),
  ),
  role: choice(ROLES, 'errors:userRoleInvalid'),
  status: choice(STATUSES, 'errors:userStatusInvalid'),
  verified: choice(['true', 'false'], 'errors:flagInvalid'),
  seen: choice(SEEN, 'errors:seenInvalid'),
};

export const usersSchema = v.object({
  ...paginationFields,
  limit: limitField(USERS_A_PAGE),
  ...userFilterFields,
  sortBy: blankableOr(v.picklist(SORTS, 'errors:userSortInvalid'), SORTS[0]),
  sortOrder: blankableOr(v.picklist(['desc', 'asc'], 'errors:orderInvalid'), 'desc'),
});

export type UsersInput = v.InferOutput<typeof usersSchema>;

export type UserFilter = Pick<UsersInput, keyof typeof userFilterFields>;

export const userFilterSchema = v.object(userFilterFields);
