import { type AnomalyFlag, anomalyFlags } from './anomalies.ts';
import { categoryConfidence } from './category-confidence.ts';
import { highestRisk } from './duplicates.ts';
import { type FraudFlag, fraudRisk } from './fraud.ts';
import { habitsOf } from './habits.ts';
import { type Observed, others } from './observed.ts';
import { riskScore } from './risk-score.ts';

/** What the rules say of one transaction (specification, section 3): shares from 0 to 1, the score from 0 to 100. */
export interface Analysis {
  fraudProbability: number;
  flags: FraudFlag[];
  duplicateRisk: number;
  categoryConfidence: number;
  riskScore: number;
  anomalyFlags: AnomalyFlag[];
}

/**
 * Judges a transaction by the rest of the history, whether it is in there or not. `categoryName` is the category's
 * English or own name, null for none.
 */
export function analyse(
  transaction: Observed,
  history: readonly Observed[],
  categoryName: string | null,
): Analysis {
  const rest = others(history, transaction);
  const habits = habitsOf(rest);
  const { probability, flags } = fraudRisk(transaction, rest, habits);
  const found = { fraudProbability: probability, duplicateRisk: highestRisk(transaction, rest) };
  return {
    ...found,
    flags,
    categoryConfidence: categoryConfidence(transaction, categoryName),
    riskScore: riskScore(transaction, found, habits),
    anomalyFlags: anomalyFlags(transaction, flags, habits),
  };
}
