/**
 * Why a change is not shown: there was nothing before, or too little; the records had only begun; or the earlier dates
 * do not include each day of the month as often, so that a rent more or less may be among them.
 */
export const NO_GROWTH = [
  'nothing_before',
  'records_begin_later',
  'unequal_days',
  'too_little_before',
] as const;

type NoGrowth = (typeof NO_GROWTH)[number];

/** A change as a share of the earlier value, 0.2 for a fifth more; or why there is none. */
export type Growth = { change: number; reason: null } | { change: null; reason: NoGrowth };

/** A larger change only means that there was hardly anything before. */
const MOST_CHANGE = 20;

/**
 * The change of a figure against an earlier one; all percentages of change are computed here (decision 0119).
 * @param now minor units, like `before`; a net may be negative
 * @param unlike why the earlier time is not comparable, if it is not
 */
export function growthOf(now: number, before: number, unlike: NoGrowth | null = null): Growth {
  if (before === 0) return { change: null, reason: 'nothing_before' };
  if (unlike) return { change: null, reason: unlike };
  const change = (now - before) / Math.abs(before);
  return Math.abs(change) > MOST_CHANGE
    ? { change: null, reason: 'too_little_before' }
    : { change, reason: null };
}

/**
 * The share of income that is left; null without income, or with hardly any. It is the decrease from income to
 * expenses, so the same rule decides whether it is meaningful.
 */
export function savingsRateOf({ income, expenses }: { income: number; expenses: number }): number | null {
  const { change } = growthOf(expenses, income);
  return change === null ? null : 0 - change;
}
