import * as v from 'valibot';
import { LOCALES } from '../../i18n/locales.ts';
import { DEFAULT_PREFERENCES, type Preferences, preferenceChangesSchema } from '../../i18n/preferences.ts';
import { timezoneSchema } from '../../i18n/timezones.ts';
import { LEGAL_VERSION } from '../../product.ts';
import { isDate } from '../calendar.ts';
import { currencySchema } from '../currency.ts';
import type { FieldError } from '../error.ts';
import { emptyAsNothing, flag, maxLetters, trimmed } from '../schemas.ts';
import { apiTokenSchema } from '../sessions/schema.ts';
import common from './passwords/common-passwords.json' with { type: 'json' };
import { normalAddress } from './person-keys.ts';

// Deliberately loose, with or without a dot in the host: only a mail proves an address.
const EMAIL = /^[^\s@<>(),;:"]{1,64}@([^\s@<>(),;:".]+\.)*[^\s@<>(),;:".]{1,63}$/;

export const emailSchema = v.pipe(
  v.optional(v.string('errors:emailInvalid'), ''),
  v.transform(normalAddress),
  v.minLength(1, 'errors:emailRequired'),
  v.maxLength(254, 'errors:emailInvalid'),
  v.regex(EMAIL, 'errors:emailInvalid'),
  v.metadata({ format: 'email' }),
);

/** The 3,000 commonest passwords that have a letter, a digit and eight characters (ASVS 6.2.4). */
const COMMON = new Set(common.passwords.split(' '));

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

const passwordSchema = (required: 'errors:passwordRequired' | 'errors:passwordForHybrid') =>
  v.pipe(
    v.optional(v.string('errors:textExpected'), ''),
    v.minLength(1, required),
    v.check((password) => [...password].length >= PASSWORD_MIN, 'errors:passwordMin'),
    v.check((password) => [...password].length <= PASSWORD_MAX, 'errors:passwordMax'),
    v.regex(/\p{L}/u, 'errors:passwordMix'),
    v.regex(/\p{N}/u, 'errors:passwordMix'),
    v.check((password) => !COMMON.has(password.toLowerCase()), 'errors:passwordCommon'),
    v.metadata({
      minLength: PASSWORD_MIN,
      maxLength: PASSWORD_MAX,
      description: 'With a letter and a digit.',
    }),
  );

const newPasswordSchema = passwordSchema('errors:passwordRequired');

/** For people who have signed in without a password so far. */
export const firstPasswordSchema = passwordSchema('errors:passwordForHybrid');

const nameSchema = (required: 'errors:firstNameRequired' | 'errors:lastNameRequired') =>
  v.pipe(
    v.optional(v.string('errors:textExpected'), ''),
    trimmed,
    v.minLength(1, required),
    maxLetters(100, 'errors:nameMax'),
  );

const accepted = v.pipe(
  v.unknown(),
  v.check((value) => value === true, 'errors:termsRequired'),
  v.metadata({ const: true }),
);

/** The checkbox sends the version that was shown, so that consent to an unseen version is refused. */
export const agreedToShown = v.optional(
  v.pipe(
    v.string('errors:termsRequired'),
    v.check((version) => version === LEGAL_VERSION, 'errors:termsRequired'),
  ),
  '',
);

// Compared only with the password, and never stored.
const repeated = { confirmPassword: v.optional(v.string('errors:textExpected'), '') };

/** Reported together with the rules that the password breaks. `field` is its name in the form. */
export function passwordsDiffer(field: 'password' | 'newPassword') {
  return (_valid: object, _isInvalid: unknown, sent: Record<string, unknown>): FieldError[] =>
    (sent[field] ?? '') === (sent.confirmPassword ?? '')
      ? []
      : [{ field: 'confirmPassword', message: 'errors:passwordsDiffer' }];
}

const INVITATION_MAX = 64;

export const registerSchema = v.object({
  firstName: nameSchema('errors:firstNameRequired'),
  lastName: nameSchema('errors:lastNameRequired'),
  email: emailSchema,
  password: newPasswordSchema,
  acceptedTerms: v.optional(accepted, false),
  invitation: v.optional(
    v.pipe(
      v.string('errors:textExpected'),
      v.maxLength(INVITATION_MAX, 'errors:valueMax'),
      emptyAsNothing,
      v.description('The token of an invitation, where registration is closed.'),
    ),
  ),
  /** Sent by the browser where possible; otherwise the server's time zone is used. */
  timezone: v.fallback(v.optional(timezoneSchema), undefined),
});

export const signInSchema = v.object({
  email: v.pipe(
    v.optional(v.string('errors:emailInvalid'), ''),
    v.transform(normalAddress),
    v.minLength(1, 'errors:emailRequired'),
    v.maxLength(254, 'errors:emailInvalid'),
  ),
  password: v.pipe(
    v.optional(v.string('errors:textExpected'), ''),
    v.minLength(1, 'errors:passwordRequired'),
    v.maxLength(1024, 'errors:passwordMax'),
  ),
  rememberDevice: v.optional(
    v.pipe(
      v.unknown(),
      // A box of a form that is ticked.
      v.transform((value) => (value === 'on' ? true : value)),
      flag,
      v.metadata({
        type: 'boolean',
        description: 'True for a session of 30 days, where the instance allows it.',
      }),
    ),
    false,
  ),
});

export type SignInInput = v.InferOutput<typeof signInSchema>;

const token = v.pipe(v.optional(v.string('errors:textExpected'), ''), v.minLength(1, 'errors:tokenRequired'));

export const tokenSchema = v.object({ token });

export const changeEmailSchema = v.object({ email: emailSchema, password: signInSchema.entries.password });

export type ChangeEmailInput = v.InferOutput<typeof changeEmailSchema>;

export const mailRequestSchema = v.object({ email: emailSchema });

export const resetPasswordSchema = v.object({ token, newPassword: newPasswordSchema });

export type ResetPasswordInput = v.InferOutput<typeof resetPasswordSchema>;

export const setPasswordSchema = v.object({ newPassword: newPasswordSchema });

export const setPasswordFormSchema = v.object({ ...setPasswordSchema.entries, ...repeated });

/** The password is required only if the account has one. */
export const closeAccountSchema = v.object({
  password: v.pipe(v.optional(v.string('errors:textExpected'), ''), v.maxLength(1024, 'errors:passwordMax')),
});

export const createApiTokenSchema = v.object({
  ...apiTokenSchema.entries,
  ...closeAccountSchema.entries,
});

export const changePasswordSchema = v.object({
  currentPassword: signInSchema.entries.password,
  newPassword: newPasswordSchema,
});

export const changePasswordFormSchema = v.object({ ...changePasswordSchema.entries, ...repeated });

export type ChangePasswordInput = v.InferOutput<typeof changePasswordSchema>;

const text = (most: number) =>
  v.optional(
    v.nullable(v.pipe(v.string('errors:textExpected'), trimmed, maxLetters(most, 'errors:valueMax'))),
  );

/** The stored separators, which a change of only one of them must not repeat. */
type Separators = Pick<Preferences, 'thousand_separator' | 'decimal_separator'>;

function preferencesSchema(stored: Separators) {
  return v.pipe(
    preferenceChangesSchema,
    v.forward(
      v.partialCheck(
        [['thousand_separator'], ['decimal_separator']],
        (changes) => haveDifferentSeparators({ ...stored, ...changes }),
        'errors:separatorsDiffer',
      ),
      ['thousand_separator'],
    ),
  );
}

export function haveDifferentSeparators({ thousand_separator, decimal_separator }: Separators): boolean {
  return thousand_separator !== decimal_separator;
}

/** Editable fields that do not depend on the day; each may be missing. */
export const profileFields = {
  firstName: v.optional(nameSchema('errors:firstNameRequired')),
  lastName: v.optional(nameSchema('errors:lastNameRequired')),
  language_preference: v.optional(v.picklist(LOCALES, 'errors:languageInvalid')),
  theme_preference: v.optional(
    v.pipe(
      v.picklist(['light', 'dark', 'system', 'auto'], 'errors:themeInvalid'),
      v.transform((theme) => (theme === 'auto' ? 'system' : theme)),
    ),
  ),
  currency_preference: v.optional(currencySchema),
  onboarding_completed: v.optional(v.boolean('errors:valueInvalid')),
  phone: text(40),
  bio: text(1000),
  location: text(200),
  website: v.optional(
    v.nullable(
      v.pipe(
        v.string('errors:textExpected'),
        trimmed,
        v.maxLength(300, 'errors:valueMax'),
        v.check(
          (url) => url === '' || (/^https?:\/\//i.test(url) && URL.canParse(url)),
          'errors:websiteInvalid',
        ),
      ),
    ),
  ),
};

const { language_preference, currency_preference } = profileFields;

export const accountChoices = { language_preference, currency_preference };

/** Without them, the request's language and no chosen currency. */
export type AccountChoices = v.InferOutput<v.ObjectSchema<typeof accountChoices, undefined>>;

export const registerFormSchema = v.object({
  ...registerSchema.entries,
  acceptedTerms: agreedToShown,
  ...accountChoices,
  ...repeated,
});

/** Without `acceptedTerms`: validation has required it. */
export type RegisterInput = Omit<v.InferOutput<typeof registerSchema>, 'acceptedTerms'> & AccountChoices;

/** A local calendar date up to today; empty or null clears it. */
function birthdaySchema(today: string) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.string('errors:dateInvalid'),
        v.check((date) => date === '' || isDate(date), 'errors:dateInvalid'),
        v.check((date) => !isDate(date) || date <= today, 'errors:birthdayInvalid'),
      ),
    ),
  );
}

/** `stored` are the preferences before the change. */
export function profileSchema(today: string, stored: Separators = DEFAULT_PREFERENCES) {
  return v.object({
    ...profileFields,
    preferences: v.optional(preferencesSchema(stored)),
    birthday: birthdaySchema(today),
  });
}

export type ProfileInput = v.InferOutput<ReturnType<typeof profileSchema>>;

export function detailsFormSchema(today: string) {
  const { firstName, lastName, phone, bio, location, website } = profileFields;
  return v.object({ firstName, lastName, phone, bio, location, website, birthday: birthdaySchema(today) });
}
