import type { UserRow } from '../../db/tables.ts';
import type { Writing } from '../context.ts';
import { changeOwn } from '../users/profile.ts';
import {
  completedColumns,
  dismissedUntil,
  furthestStep,
  isSetupDue,
  type ProgressColumns,
  type Step,
} from './progress.ts';

/** Completes the guide and clears that it was closed or skipped; repeating it changes nothing. */
export function completeOnboarding(context: Writing): Promise<UserRow> {
  return changeOwn(context, (before) => completedColumns(before, context.now));
}

/** The guide no longer opens automatically. */
export function skipOnboarding(context: Writing): Promise<UserRow> {
  return changeOwn(context, (before) =>
    before.onboarding_completed ? {} : { onboarding_skipped_at: context.now.toISOString() },
  );
}

/** The guide does not open automatically for a day. */
export function dismissOnboarding(context: Writing): Promise<UserRow> {
  return changeOwn(context, (before) =>
    before.onboarding_completed ? {} : { onboarding_dismissed_at: context.now.toISOString() },
  );
}

export function passStep(context: Writing, step: Step): Promise<UserRow> {
  return changeOwn(context, (before) => ({ onboarding_steps: Math.max(before.onboarding_steps, step) }));
}

export function presentOnboarding(columns: ProgressColumns, now: Date) {
  return {
    onboarding_completed: columns.onboarding_completed === 1,
    completed_at: columns.onboarding_completed_at,
    version: columns.onboarding_version,
    steps_completed: columns.onboarding_steps,
    current_step: furthestStep(columns),
    skipped: columns.onboarding_skipped_at !== null,
    skipped_at: columns.onboarding_skipped_at,
    dismissed_until: dismissedUntil(columns, now),
    should_show: isSetupDue(columns, now),
  };
}
