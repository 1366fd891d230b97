import type { UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import type { Reading, Writing } from '../context.ts';
import { notFound } from '../error.ts';
import { findProgress, lockProgress, updateProgress } from './onboarding.queries.ts';
import {
  completedColumns,
  dismissedUntil,
  furthestStep,
  isSetupDue,
  type ProgressColumns,
  type Step,
} from './progress.ts';

/** How far a person is in the setup guide; instants are ISO 8601 in UTC. */
export interface OnboardingStatus {
  completed: boolean;
  completedAt: string | null;
  /** The version of the guide that was completed. */
  version: string | null;
  /** How many steps were done, in order. */
  stepsCompleted: number;
  /** The last step that may be opened. */
  furthest: Step;
  skippedAt: string | null;
  dismissedUntil: string | null;
  /** Whether it opens by itself. */
  due: boolean;
  /** Whether the person has chosen the currency of the account: the guide then suggests no other. */
  currencyChosen: boolean;
}

/** How far the viewer is in the setup guide. */
export async function readOnboarding({ db, viewer, now }: Reading): Promise<OnboardingStatus> {
  const user = await findProgress(db, viewer.id);
  if (!user) throw notFound();
  return statusOf(user, now);
}

/** Notes that the guide is completed, which clears that it was closed or skipped; again, it changes nothing. */
export function completeOnboarding(context: Writing): Promise<OnboardingStatus> {
  return change(context, (before) => completedColumns(before, context.now));
}

/** Skips the guide: it does not open by itself any more. */
export function skipOnboarding(context: Writing): Promise<OnboardingStatus> {
  return change(context, (before) =>
    before.onboarding_completed ? {} : { onboarding_skipped_at: context.now.toISOString() },
  );
}

/** Closes the guide: it does not open by itself for a day. */
export function dismissOnboarding(context: Writing): Promise<OnboardingStatus> {
  return change(context, (before) =>
    before.onboarding_completed ? {} : { onboarding_dismissed_at: context.now.toISOString() },
  );
}

/** Notes that a step is done. */
export function passStep(context: Writing, step: Step): Promise<OnboardingStatus> {
  return change(context, (before) => ({ onboarding_steps: Math.max(before.onboarding_steps, step) }));
}

function change(
  { db, viewer, now }: Writing,
  changesOf: (before: ProgressColumns) => Partial<ProgressColumns>,
): Promise<OnboardingStatus> {
  return inTransaction(db, async (tx) => {
    const user = await lockProgress(tx, viewer.id);
    if (!user) throw notFound();
    const changes = changesOf(user);
    await updateProgress(tx, viewer.id, { ...changes, updated_at: now.toISOString() });
    return statusOf({ ...user, ...changes }, now);
  });
}

function statusOf(columns: ProgressColumns & Pick<UserRow, 'currency_chosen'>, now: Date): OnboardingStatus {
  return {
    completed: columns.onboarding_completed === 1,
    completedAt: columns.onboarding_completed_at,
    version: columns.onboarding_version,
    stepsCompleted: columns.onboarding_steps,
    furthest: furthestStep(columns),
    skippedAt: columns.onboarding_skipped_at,
    dismissedUntil: dismissedUntil(columns, now),
    due: isSetupDue(columns, now),
    currencyChosen: columns.currency_chosen === 1,
  };
}

/** The status as answers show it. */
export function presentOnboarding(status: OnboardingStatus) {
  return {
    onboarding_completed: status.completed,
    completed_at: status.completedAt,
    version: status.version,
    steps_completed: status.stepsCompleted,
    current_step: status.furthest,
    skipped: status.skippedAt !== null,
    skipped_at: status.skippedAt,
    dismissed_until: status.dismissedUntil,
    should_show: status.due,
  };
}
