import * as v from 'valibot';
import { timezoneSchema } from '../../../i18n/timezones.ts';
import { accountChoices, agreedToShown, closeAccountSchema } from '../schema.ts';

// Any value is accepted here: the check of the credential reports what is wrong with it.
const token = v.optional(v.pipe(v.unknown(), v.metadata({ description: 'An ID token from Google.' })));

/** Accepts either name of the credential and ignores `userInfo`, `email` and other fields beside it. */
export const googleSchema = v.object({
  credential: token,
  idToken: token,
  /** Sent by the browser where possible; used for a new account only. */
  timezone: v.fallback(v.optional(timezoneSchema), undefined),
});

export const linkGoogleSchema = v.object({
  credential: token,
  idToken: token,
  ...closeAccountSchema.entries,
});

/** Confirms a returned credential: a viewer by password, a new person by the choices for the new account. */
export const googleFormSchema = v.object({
  timezone: googleSchema.entries.timezone,
  acceptedTerms: v.optional(v.string('errors:termsRequired')),
  ...accountChoices,
  ...closeAccountSchema.entries,
});

export const googleOpeningSchema = v.object({ ...googleFormSchema.entries, acceptedTerms: agreedToShown });

export const unlinkGoogleSchema = v.object(closeAccountSchema.entries);
