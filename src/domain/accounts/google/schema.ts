import * as v from 'valibot';
import { timezoneSchema } from '../../../i18n/timezones.ts';
import { accountChoices, agreedToShown, closeAccountSchema } from '../schema.ts';

// Any value is accepted here: the check of the credential has the messages for what is wrong with it.
const token = v.optional(v.pipe(v.unknown(), v.metadata({ description: 'An ID token from Google.' })));

/** A credential under either of its names; `userInfo`, `email` and the like beside it are ignored. */
export const googleSchema = v.object({
  credential: token,
  idToken: token,
  /** Filled in by the browser where possible, for a newly created account. */
  timezone: v.fallback(v.optional(timezoneSchema), undefined),
});

/** The credential with the password of a signed-in person as confirmation. */
export const linkGoogleSchema = v.object({
  credential: token,
  idToken: token,
  ...closeAccountSchema.entries,
});

/** Confirms a returned credential: by the password of who is signed in, else with what a new account will have. */
export const googleFormSchema = v.object({
  timezone: googleSchema.entries.timezone,
  acceptedTerms: v.optional(v.string('errors:termsRequired')),
  ...accountChoices,
  ...closeAccountSchema.entries,
});

/** The same for people without an account, who agree to the terms. */
export const googleOpeningSchema = v.object({ ...googleFormSchema.entries, acceptedTerms: agreedToShown });

export const unlinkGoogleSchema = v.object(closeAccountSchema.entries);
