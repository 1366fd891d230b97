import type { Currency } from '../../i18n/currencies.ts';
import { categoryConfidence } from './category-confidence.ts';
import { DUPLICATE_ABOVE, highestRisk } from './duplicates.ts';
import { type FraudFlag, fraudRisk } from './fraud.ts';
import { deviationsOf, type Habits, habitsOf } from './habits.ts';
import { type IsExpected, others, type RuleInput } from './rule-input.ts';

/** Shares are from 0 to 1, the score from 0 to 100. */
export type Analysis = ReturnType<typeof analyse>;

/** The history may contain the transaction; `categoryName` is null without a category. */
export function analyse(
  transaction: RuleInput,
  history: readonly RuleInput[],
  categoryName: string | null,
  currency: Currency,
  isExpected?: IsExpected,
) {
  const past = others(history, transaction);
  const habits = habitsOf(history, currency, transaction);
  const { probability, flags } = fraudRisk(transaction, past, habits);
  const risks = { fraudProbability: probability, duplicateRisk: highestRisk(transaction, past, isExpected) };
  return {
    ...risks,
    flags,
    categoryConfidence: categoryConfidence(transaction, categoryName),
    riskScore: riskScore(transaction, risks, habits),
    anomalyFlags: anomalyFlags(transaction, flags, habits),
  };
}

export const VERIFY_ABOVE = 50;

// A deviation gives up to 30 points; fraud and duplicates share the other 70.
const FRAUD_SHARE = 40;
const DUPLICATE_SHARE = 30;

/**
 * From 0 to 100, whole: 30 for an expense more than three deviations above the average, or 15 for more than two; up to
 * 40 by the probability of fraud; up to 30 by the risk of a duplicate if it is a possible one.
 */
export function riskScore(
  transaction: RuleInput,
  { fraudProbability, duplicateRisk }: { fraudProbability: number; duplicateRisk: number },
  habits: Habits,
): number {
  const byDuplicate = duplicateRisk > DUPLICATE_ABOVE ? DUPLICATE_SHARE * duplicateRisk : 0;
  return Math.round(byDeviation(transaction, habits) + FRAUD_SHARE * fraudProbability + byDuplicate);
}

function byDeviation({ type, amount }: RuleInput, habits: Habits): number {
  if (type === 'income') return 0;
  const deviations = deviationsOf(amount, habits);
  if (deviations > 3) return 30;
  return deviations > 2 ? 15 : 0;
}

const DEVIATIONS = 2;

type AnomalyFlag = 'micro_amount' | 'amount_deviation' | Exclude<FraudFlag, 'high_amount'>;

export function anomalyFlags(
  { type, amount }: RuleInput,
  fraudFlags: readonly FraudFlag[],
  habits: Habits,
): AnomalyFlag[] {
  const flags: AnomalyFlag[] = [];
  if (amount < habits.microUnder) flags.push('micro_amount');
  if (type === 'expense' && deviationsOf(amount, habits) > DEVIATIONS) flags.push('amount_deviation');
  return [...flags, ...fraudFlags.filter((flag) => flag !== 'high_amount')];
}

export type Reason = FraudFlag | AnomalyFlag | 'duplicate';

/** Each reason once; their texts are `insights:flag.<reason>`. */
export function reasonsFor({ flags, anomalyFlags, duplicateRisk }: Analysis): Reason[] {
  const duplicate: Reason[] = duplicateRisk > DUPLICATE_ABOVE ? ['duplicate'] : [];
  return [...new Set<Reason>([...flags, ...anomalyFlags, ...duplicate])];
}
