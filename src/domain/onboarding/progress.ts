import type { UserRow } from '../../db/tables.ts';
import { DAY } from '../instants.ts';

const ONBOARDING_VERSION = '4.0.0';

/** How long a closed guide does not open automatically, in milliseconds. */
const DISMISSED_FOR = DAY;

export const STEPS = [1, 2, 3] as const;

export type Step = (typeof STEPS)[number];

export type ProgressColumns = Pick<
  UserRow,
  | 'onboarding_completed'
  | 'onboarding_completed_at'
  | 'onboarding_version'
  | 'onboarding_steps'
  | 'onboarding_dismissed_at'
  | 'onboarding_skipped_at'
>;

export const NOT_BEGUN: ProgressColumns = {
  onboarding_completed: 0,
  onboarding_completed_at: null,
  onboarding_version: null,
  onboarding_steps: 0,
  onboarding_dismissed_at: null,
  onboarding_skipped_at: null,
};

/** Keeps the time of the first completion, and clears that the guide was closed or skipped. */
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

/** When a closed guide may open again, ISO 8601 in UTC; null unless that is in the future. */
export function dismissedUntil(
  { onboarding_dismissed_at: at }: Pick<ProgressColumns, 'onboarding_dismissed_at'>,
  now: Date,
): string | null {
  const until = at === null ? 0 : Date.parse(at) + DISMISSED_FOR;
  return until > now.getTime() ? new Date(until).toISOString() : null;
}

/** Whether the guide opens automatically: not completed, not skipped, and not closed within a day. */
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

/** Whether Home offers the guide: while it is due, and after a skip until somebody closes it there. */
export function isSetupOffered(columns: Parameters<typeof isSetupDue>[0], now: Date): boolean {
  const { onboarding_skipped_at: skipped, onboarding_dismissed_at: closed } = columns;
  if (columns.onboarding_completed || skipped === null) return isSetupDue(columns, now);
  return closed === null || closed < skipped;
}

/** One step beyond the completed ones. */
export function furthestStep({
  onboarding_completed,
  onboarding_steps,
}: Pick<ProgressColumns, 'onboarding_completed' | 'onboarding_steps'>): Step {
  if (onboarding_completed) return 3;
  return STEPS[Math.min(onboarding_steps, STEPS.length - 1)] ?? 1;
}
