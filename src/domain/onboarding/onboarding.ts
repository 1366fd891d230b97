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

/** The viewer's account, which has how far they are in the setup guide. */
export async function readProgress({ db, viewer }: Reading): Promise<UserRow> {
  const user = await findProgress(db, viewer.id);
  if (!user) throw notFound();
  return user;
}

/** Notes that the guide is completed, which clears that it was closed or skipped; again, it changes nothing. */
export function completeOnboarding(context: Writing): Promise<UserRow> {
  return change(context, (before) => completedColumns(before, context.now));
}

/** Skips the guide: it does not open by itself any more. */
export function skipOnboarding(context: Writing): Promise<UserRow> {
  return change(context, (before) =>
    before.onboarding_completed ? {} : { onboarding_skipped_at: context.now.toISOString() },
  );
}

/** Closes the guide: it does not open by itself for a day. */
export function dismissOnboarding(context: Writing): Promise<UserRow> {
  return change(context, (before) =>
    before.onboarding_completed ? {} : { onboarding_dismissed_at: context.now.toISOString() },
  );
}

/** Notes that a step is done. */
export function passStep(context: Writing, step: Step): Promise<UserRow> {
  return change(context, (before) => ({ onboarding_steps: Math.max(before.onboarding_steps, step) }));
}

function change(
  { db, viewer, now }: Writing,
  changesOf: (before: ProgressColumns) => Partial<ProgressColumns>,
): Promise<UserRow> {
  return inTransaction(db, async (tx) => {
    const user = await lockProgress(tx, viewer.id);
    if (!user) throw notFound();
    const changes = { ...changesOf(user), updated_at: now.toISOString() };
    await updateProgress(tx, viewer.id, changes);
    return { ...user, ...changes };
  });
}

/** How far a person is in the guide, as answers show it. */
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
