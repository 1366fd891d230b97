import type { UserRow } from '../../db/tables.ts';

/** The version of the setup guide that a completion is stored with. */
export const ONBOARDING_VERSION = '4.0.0';

/** Closing the guide keeps it from opening by itself for so long; milliseconds. */
const SUPPRESSED = 24 * 60 * 60_000;

/** The steps of the guide, from 1. */
export const STEPS = [1, 2, 3] as const;

export type Step = (typeof STEPS)[number];

/** Minutes that each step takes. */
export const MINUTES: Record<Step, number> = { 1: 2, 2: 2, 3: 3 };

/** The columns of an account that tell how far its owner is in the guide. */
export type ProgressColumns = Pick<
  UserRow,
  | 'onboarding_completed'
  | 'onboarding_completed_at'
  | 'onboarding_version'
  | 'onboarding_steps'
  | 'onboarding_dismissed_at'
  | 'onboarding_skipped_at'
>;

/** The columns of an account whose owner has not begun. */
export const NOT_BEGUN: ProgressColumns = {
  onboarding_completed: 0,
  onboarding_completed_at: null,
  onboarding_version: null,
  onboarding_steps: 0,
  onboarding_dismissed_at: null,
  onboarding_skipped_at: null,
};

/** The same once the guide is completed: the first time counts, and nothing else keeps it closed any longer. */
export function completedColumns(
  before: Pick<ProgressColumns, 'onboarding_completed_at'>,
  now: Date,
): ProgressColumns {
  return {
    onboarding_completed: 1,
    onboarding_completed_at: before.onboarding_completed_at ?? now.toISOString(),
    onboarding_version: ONBOARDING_VERSION,
    onboarding_steps: STEPS.length,
    onboarding_dismissed_at: null,
    onboarding_skipped_at: null,
  };
}

/** Until when the guide does not open by itself after it was closed, ISO 8601 in UTC; null unless that lies ahead. */
export function dismissedUntil(
  { onboarding_dismissed_at: at }: Pick<ProgressColumns, 'onboarding_dismissed_at'>,
  now: Date,
): string | null {
  const until = at === null ? 0 : Date.parse(at) + SUPPRESSED;
  return until > now.getTime() ? new Date(until).toISOString() : null;
}

/** Whether the guide opens by itself: it was neither completed nor skipped, nor closed within a day. */
export function isSetupDue(
  columns: Pick<
    ProgressColumns,
    'onboarding_completed' | 'onboarding_skipped_at' | 'onboarding_dismissed_at'
  >,
  now: Date,
): boolean {
  return (
    columns.onboarding_completed === 0 &&
    columns.onboarding_skipped_at === null &&
    dismissedUntil(columns, now) === null
  );
}

/** The last step that a person may open: one beyond those that they have done. */
export function furthestStep({
  onboarding_completed,
  onboarding_steps,
}: Pick<ProgressColumns, 'onboarding_completed' | 'onboarding_steps'>): Step {
  if (onboarding_completed) return 3;
  return STEPS[Math.min(onboarding_steps, STEPS.length - 1)] ?? 1;
}
