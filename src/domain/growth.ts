/**
 * Why a change is not said: there was nothing before, or too little; the records had only begun; or the dates before do not
 * have each day of the month as often, so that they may have a rent more or less.
 */
export const NO_GROWTH = [
  'nothing_before',
  'records_begin_later',
  'unequal_days',
  'too_little_before',
] as const;

export type NoGrowth = (typeof NO_GROWTH)[number];

/** A change as a share of what was before, 0.2 for a fifth more; or why there is none. */
export type Growth = { change: number; reason: null } | { change: null; reason: NoGrowth };

/** A figure of more than twenty times what it is measured by says only that there was hardly anything. */
const MOST = 20;

/**
 * How much a figure has changed against an earlier one; every percentage of change is decided here (decision 0119).
 * @param now minor units, like `before`; a net may be negative
 * @param unlike why the time before is not comparable; null where it is
 */
export function growthOf(now: number, before: number, unlike: NoGrowth | null = null): Growth {
  if (before === 0) return { change: null, reason: 'nothing_before' };
  if (unlike) return { change: null, reason: unlike };
  const change = (now - before) / Math.abs(before);
  return Math.abs(change) > MOST ? { change: null, reason: 'too_little_before' } : { change, reason: null };
}

/**
 * What is left of income, as a share of it; null without income, or with hardly any. It is how much less than income the
 * expenses are, so the same rule decides whether it says something.
 */
export function savingsRateOf({ income, expenses }: { income: number; expenses: number }): number | null {
  const { change } = growthOf(expenses, income);
  return change === null ? null : 0 - change;
}
