import * as v from 'valibot';
import type { TextKey } from '../../i18n/texts.ts';
import { blankable } from '../schemas.ts';
import { pictureSchema } from '../users/picture/schema.ts';
import { firstPasswordSchema, profileFields } from '../users/schema.ts';

const { firstName, lastName, language_preference, theme_preference, currency_preference } = profileFields;

const required = <Schema extends v.GenericSchema>(schema: v.OptionalSchema<Schema, undefined>) =>
  schema.wrapped;

/** A missing field has the same message as an unknown value. */
const chosen = <Value>(message: TextKey, schema: v.GenericSchema<string, Value>) =>
  v.pipe(v.optional(v.string(message), ''), schema);

/** The first step: a blank name is not changed. The password is for people without one, and must not be empty. */
export const profileStepSchema = v.object({
  firstName: blankable(required(firstName)),
  lastName: blankable(required(lastName)),
  language: chosen('errors:languageInvalid', required(language_preference)),
  currency: chosen('errors:currencyInvalid', required(currency_preference)),
  theme: blankable(required(theme_preference)),
  password: v.optional(firstPasswordSchema),
  confirmPassword: v.optional(v.string('errors:textExpected')),
});

export type ProfileStepInput = v.InferOutput<typeof profileStepSchema>;

export const profileFormSchema = v.object({
  ...profileStepSchema.entries,
  ...pictureSchema.entries,
  balance: v.optional(v.string('errors:textExpected')),
});

const anything = (description: string) => v.optional(v.pipe(v.unknown(), v.description(description)));

/** Accepted but not used: the account is the viewer's and the time is the server's. */
export const completionSchema = v.object({
  steps_completed: anything('The steps that were done; not stored.'),
  completion_time: anything('When it was completed; the time of the server is stored.'),
  user_id: anything('Ignored: the guide of the signed-in person is completed.'),
  templates_count: anything('How many templates were created; not stored.'),
});

export const skipSchema = v.object({
  dismiss: blankable(
    v.pipe(
      v.boolean('errors:valueInvalid'),
      v.description('Only closes the guide, which then does not open by itself for 24 hours.'),
    ),
  ),
});
