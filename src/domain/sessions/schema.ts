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

const key = (length: number) =>
  v.pipe(
    v.string('errors:textExpected'),
    v.regex(new RegExp(`^[\\w-]{${length}}=?$`), 'errors:valueInvalid'),
  );

/** As a browser's `PushSubscription` writes itself as JSON. */
export const subscriptionSchema = v.object({
  endpoint: v.pipe(
    v.string('errors:textExpected'),
    v.url('errors:valueInvalid'),
    v.maxLength(1000, 'errors:valueMax'),
  ),
  /** Keys of P-256 and of 16 bytes, in base64url. */
  keys: v.object({ p256dh: key(87), auth: key(22) }),
});

/** The form has the keys beside the address. */
export const subscriptionFormSchema = v.object({
  endpoint: subscriptionSchema.entries.endpoint,
  ...subscriptionSchema.entries.keys.entries,
});

export type SubscriptionInput = v.InferOutput<typeof subscriptionSchema>;
