import * as v from 'valibot';
import { timezoneSchema } from '../../../i18n/preferences.ts';
import { closeAccountSchema } from '../schema.ts';

// Anything may come here: what is wrong with it is said by the check of credentials, in words of its own.
const token = v.optional(v.pipe(v.unknown(), v.metadata({ description: 'An ID token from Google.' })));

/** A credential under either of its names; `userInfo`, `email` and the like beside it are not looked at. */
export const googleSchema = v.object({
  credential: token,
  idToken: token,
  /** Filled in by the browser where it can, for an account that is made on the way. */
  timezone: v.fallback(v.optional(timezoneSchema), undefined),
});

/** The same from somebody who is signed in and proves it once more by their password. */
export const linkGoogleSchema = v.object({
  credential: token,
  idToken: token,
  ...closeAccountSchema.entries,
});

/** What is sent to confirm what a credential is to be used for: a password by whoever is signed in already. */
export const googleFormSchema = v.object({
  timezone: googleSchema.entries.timezone,
  ...closeAccountSchema.entries,
});

export const unlinkGoogleSchema = v.object(closeAccountSchema.entries);
