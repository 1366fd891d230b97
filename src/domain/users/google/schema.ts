import * as v from 'valibot';
import { timezoneSchema } from '../../../i18n/timezones.ts';
import { closeAccountSchema } from '../schema.ts';

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

export const unlinkGoogleSchema = v.object(closeAccountSchema.entries);
