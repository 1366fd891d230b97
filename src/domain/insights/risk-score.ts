import { DUPLICATE_ABOVE } from './duplicates.ts';
import { deviationsOf, type Habits } from './habits.ts';
import type { Observed } from './observed.ts';

/** A score above it recommends a second look (specification, section 9). */
export const VERIFY_ABOVE = 50;

// The specification fixes what a deviation adds; fraud and duplicates share what is left of 100.
const FRAUD_SHARE = 40;
const DUPLICATE_SHARE = 30;

/**
 * From 0 to 100, whole: 30 for an expense more than three deviations above the average, or 15 for more than two; up to
 * 40 by the probability of fraud; up to 30 by the risk of a duplicate, once it is a possible one.
 */
export function riskScore(
  transaction: Observed,
  { fraudProbability, duplicateRisk }: { fraudProbability: number; duplicateRisk: number },
  habits: Habits,
): number {
  const again = duplicateRisk > DUPLICATE_ABOVE ? DUPLICATE_SHARE * duplicateRisk : 0;
  return Math.round(byDeviation(transaction, habits) + FRAUD_SHARE * fraudProbability + again);
}

function byDeviation({ type, amount }: Observed, habits: Habits): number {
  if (type === 'income') return 0;
  const deviations = deviationsOf(amount, habits);
  if (deviations > 3) return 30;
  return deviations > 2 ? 15 : 0;
}
