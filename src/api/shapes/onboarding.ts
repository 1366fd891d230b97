import * as v from 'valibot';
import type { presentOnboarding } from '../../domain/onboarding/onboarding.ts';
import { countShape, instantShape, nullableText } from './values.ts';

/** How far a person is in the setup guide. */
export const onboardingShape = {
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
