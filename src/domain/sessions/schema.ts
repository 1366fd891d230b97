import * as v from 'valibot';
import { maxLetters, trimmed } from '../schemas.ts';

export const refreshSchema = v.object({ refreshToken: v.nullish(v.string('errors:textExpected')) });

export const signOutSchema = v.object({
  everywhere: v.pipe(
    v.optional(v.unknown(), false),
    v.transform((value) => value === true || value === 'true'),
  ),
});

const NAME_MAX = 100;
const DAYS_MAX = 3650;

/** Days as a number, or as a form sends it; `null` or `none` for a token that never expires. */
const lifetime = v.pipe(
  v.optional(v.unknown(), 365),
  v.transform((value) =>
    value === null || value === 'none' ? null : Number(value === '' ? Number.NaN : value),
  ),
  v.check(
    (days) => days === null || (Number.isInteger(days) && days >= 1 && days <= DAYS_MAX),
    'errors:tokenDaysInvalid',
  ),
  v.metadata({
    type: ['integer', 'null'],
    minimum: 1,
    maximum: DAYS_MAX,
    description: 'Null for a token that never expires.',
  }),
);

export const apiTokenSchema = v.object({
  name: v.pipe(
    v.optional(v.string('errors:textExpected'), ''),
    trimmed,
    v.minLength(1, 'errors:tokenNameRequired'),
    maxLetters(NAME_MAX, 'errors:nameMax'),
  ),
  scope: v.picklist(['read', 'write', 'import'], 'errors:tokenScopeInvalid'),
  expiresInDays: lifetime,
});

export type ApiTokenInput = v.InferOutput<typeof apiTokenSchema>;
