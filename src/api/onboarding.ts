import * as v from 'valibot';
import {
  completeOnboarding,
  dismissOnboarding,
  presentOnboarding,
  skipOnboarding,
} from '../domain/onboarding/onboarding.ts';
import { saveProfileStep } from '../domain/onboarding/save-profile.ts';
import { completionSchema, profileStepSchema, skipSchema } from '../domain/onboarding/schema.ts';
import { readOwn, readProfile } from '../domain/users/profile.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import { ok } from '../http/delivery/json.ts';
import { read } from '../http/input.ts';
import { type Endpoints, endpoint, plainEndpoint } from './endpoint.ts';
import { json } from './request.ts';
import { userShape } from './shapes/users.ts';
import { countShape, instantShape, nullableText } from './shapes/values.ts';

const onboardingShape = {
  onboarding_completed: v.boolean(),
  completed_at: v.nullable(instantShape),
  version: nullableText,
  steps_completed: countShape,
  current_step: countShape,
  skipped: v.boolean(),
  skipped_at: v.nullable(instantShape),
  dismissed_until: v.nullable(instantShape),
  should_show: v.boolean(),
} satisfies Record<keyof ReturnType<typeof presentOnboarding>, v.GenericSchema>;

export const onboarding: Endpoints = {
  'GET /status': endpoint({
    summary: 'Get how far you are in the setup guide',
    note: '`should_show` is whether it opens by itself: it was neither completed nor skipped, nor closed within 24 hours.',
    data: onboardingShape,
    answer: async (context) => presentOnboarding(await readOwn(context), context.now),
  }),
  'POST /preferences': plainEndpoint({
    summary: 'Save the first step of the setup guide',
    note: 'Language and currency are required; `language_preference`, `currency_preference` and `theme_preference` are accepted as well. Missing names stay unchanged. A password is for accounts without one.',
    body: profileStepSchema,
    example: { firstName: 'Noa', lastName: 'Levi', language: 'he', currency: 'ILS', theme: 'system' },
    data: { user: userShape },
    refuses: { PASSWORD_EXISTS: 409, SIGN_IN_AGAIN: 403, SERVICE_UNAVAILABLE: 503 },
    async respond(call) {
      const context = signedIn(call);
      await saveProfileStep(context, read(profileStepSchema, withShortNames(await json(call))));
      return ok(call, { user: await readProfile(context) });
    },
  }),
  'POST /complete': endpoint({
    summary: 'Complete the setup guide',
    note: 'Stores the time of the first completion and the version of the guide. Calling it again changes nothing.',
    body: completionSchema,
    example: { steps_completed: [1, 2, 3], templates_count: 4 },
    data: onboardingShape,
    answer: async (context) => presentOnboarding(await completeOnboarding(context), context.now),
  }),
  'POST /skip': endpoint({
    summary: 'Skip the setup guide',
    note: 'It does not open by itself any more. A guide that was completed stays completed.',
    body: skipSchema,
    example: { dismiss: false },
    data: onboardingShape,
    answer: async (context, { dismiss }) => {
      const leave = dismiss ? dismissOnboarding : skipOnboarding;
      return presentOnboarding(await leave(context), context.now);
    },
  }),
};

// The account has these fields under longer names, in both cases.
function withShortNames(fields: Record<string, unknown>): Record<string, unknown> {
  const shortened = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.replace(/_preference$|Preference$/, ''), value]),
  );
  return { ...shortened, ...fields };
}
