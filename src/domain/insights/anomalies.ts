import type { FraudFlag } from './fraud.ts';
import { deviationsOf, type Habits } from './habits.ts';
import type { Observed } from './observed.ts';

/** An amount under it is micro: 1.00 in minor units (specification, section 9). */
const MICRO_UNDER = 100;

const DEVIATIONS = 2;

export type AnomalyFlag = 'micro_amount' | 'amount_deviation' | Exclude<FraudFlag, 'high_amount'>;

/** What is out of the ordinary about a transaction, harmless or not; `fraudFlags` are what it was found to show. */
export function anomalyFlags(
  { type, amount }: Observed,
  fraudFlags: readonly FraudFlag[],
  habits: Habits,
): AnomalyFlag[] {
  const flags: AnomalyFlag[] = [];
  if (amount < MICRO_UNDER) flags.push('micro_amount');
  if (type === 'expense' && deviationsOf(amount, habits) > DEVIATIONS) flags.push('amount_deviation');
  return [...flags, ...fraudFlags.filter((flag) => flag !== 'high_amount')];
}
