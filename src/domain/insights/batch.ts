import type { Currency } from '../../i18n/currencies.ts';
import { type Size, sizeOf } from '../analytics/sizes.ts';
import { type Analysis, analyse, VERIFY_ABOVE } from './analysis.ts';
import { DUPLICATE_ABOVE, possibleDuplicates } from './duplicates.ts';
import { FRAUD_ABOVE, type FraudFlag } from './fraud.ts';
import { type Advice, adviceFor } from './recommendations.ts';
import type { IsExpected, RuleInput } from './rule-input.ts';

export type Recorded = RuleInput & { id: string };

/** A transaction with its analysis; `duplicateOf` is an earlier one that it probably duplicates. */
export interface Analysed<Transaction extends Recorded> {
  transaction: Transaction;
  analysis: Analysis;
  duplicateOf: Transaction | null;
  isComparable: boolean;
}

/** The findings about many transactions together. */
export interface BatchInsights {
  totalAnalyzed: number;
  highRiskCount: number;
  potentialDuplicates: number;
  uncategorized: number;
  averageRisk: number;
  fraudAlerts: { transactionId: string; probability: number; flags: FraudFlag[] }[];
  recommendations: Advice[];
}

/** Analyses each of many transactions against a history, which may contain them. */
export function analyseAll<Transaction extends Recorded>(
  transactions: readonly Transaction[],
  history: readonly Transaction[],
  categoryName: (transaction: Transaction) => string | null,
  currency: Currency,
  isExpected?: IsExpected,
): Analysed<Transaction>[] {
  const isComparable = history.filter(({ type }) => type === 'expense').length >= COMPARABLE_FROM;
  return transactions.map((transaction) => {
    const analysis = analyse(transaction, history, categoryName(transaction), currency, isExpected);
    const isDuplicate = analysis.duplicateRisk > DUPLICATE_ABOVE;
    return {
      transaction,
      analysis,
      duplicateOf: isDuplicate ? earlierDuplicate(transaction, history, isExpected) : null,
      isComparable,
    };
  });
}

// Of two similar transactions only the later one counts as the duplicate.
function earlierDuplicate<Past extends Recorded>(
  one: Past,
  history: readonly Past[],
  isExpected?: IsExpected,
): Past | null {
  const earlier = history.filter((other) => isEarlier(other, one));
  return possibleDuplicates(one, earlier, isExpected)[0] ?? null;
}

function isEarlier(one: Recorded, other: Recorded): boolean {
  return one.minute === other.minute ? one.id < other.id : one.minute < other.minute;
}

/** Among fewer expenses none is called unusual (decision 0014). */
const COMPARABLE_FROM = 10;

type Judged = Pick<Analysed<Recorded>, 'analysis' | 'isComparable'>;

/** Whether a transaction is worth checking. */
function isHighRisk({ analysis, isComparable }: Judged): boolean {
  return isComparable && analysis.riskScore > VERIFY_ABOVE;
}

/** Whether a transaction is worth checking, or has many signs of fraud. */
export function isUnusual(judged: Judged): boolean {
  return isHighRisk(judged) || (judged.isComparable && judged.analysis.fraudProbability > FRAUD_ABOVE);
}

/**
 * Sums up analysed transactions, in any order. `growth` is by how much spending has grown, 0.2 for a fifth, null
 * without an earlier period to compare with; `window` counts what has no category in all of the days that are looked at,
 * by default among the analysed ones.
 */
export function batchInsights(
  analysed: readonly Analysed<Recorded>[],
  growth: number | null = null,
  window?: { uncategorized: number; totalAnalyzed: number },
): BatchInsights {
  const counts = {
    totalAnalyzed: analysed.length,
    highRiskCount: analysed.filter(isHighRisk).length,
    potentialDuplicates: analysed.filter(({ duplicateOf }) => duplicateOf).length,
    uncategorized: analysed.filter(({ transaction }) => transaction.category_id === null).length,
  };
  return {
    ...counts,
    averageRisk: meanScore(analysed.map(({ analysis }) => analysis.riskScore)),
    fraudAlerts: fraudAlerts(analysed),
    recommendations: adviceFor({ ...counts, ...window, growth }),
  };
}

function meanScore(scores: number[]): number {
  const sum = scores.reduce((total, score) => total + score, 0);
  return scores.length === 0 ? 0 : Math.round((sum / scores.length) * 10) / 10;
}

function fraudAlerts(analysed: readonly Analysed<Recorded>[]): BatchInsights['fraudAlerts'] {
  return analysed
    .filter(({ analysis }) => analysis.fraudProbability > FRAUD_ABOVE)
    .map(({ transaction, analysis }) => ({
      transactionId: transaction.id,
      probability: analysis.fraudProbability,
      flags: analysis.flags,
    }))
    .sort(
      (one, other) =>
        other.probability - one.probability || (one.transactionId < other.transactionId ? 1 : -1),
    );
}

/** How many expenses there are of each size. */
export function spendingDistribution(
  transactions: readonly RuleInput[],
  currency: Currency,
): Record<Size, number> {
  const counts = { micro: 0, small: 0, medium: 0, large: 0, huge: 0 };
  for (const { type, amount } of transactions) if (type === 'expense') counts[sizeOf(amount, currency)] += 1;
  return counts;
}
