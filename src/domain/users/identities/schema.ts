import * as v from 'valibot';
import { timezoneSchema } from '../../../i18n/timezones.ts';
import { accountChoices, agreedToShown, closeAccountSchema } from '../schema.ts';

/** Confirms an identity: a viewer by password, a new person by the choices for the new account. */
export const identityFormSchema = v.object({
  /** Sent by the browser where possible; used for a new account only. */
  timezone: v.fallback(v.optional(timezoneSchema), undefined),
  acceptedTerms: v.optional(v.string('errors:termsRequired')),
  ...accountChoices,
  ...closeAccountSchema.entries,
});

export const identityOpeningSchema = v.object({
  ...identityFormSchema.entries,
  acceptedTerms: agreedToShown,
});
