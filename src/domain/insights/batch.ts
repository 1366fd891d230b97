import type { Currency } from '../../i18n/currencies.ts';
import { type Size, sizeOf } from '../analytics/sizes.ts';
import { type Analysis, analyse, VERIFY_ABOVE } from './analysis.ts';
import { DUPLICATE_ABOVE, possibleDuplicates } from './duplicates.ts';
import { FRAUD_ABOVE } from './fraud.ts';
import { adviceFor } from './recommendations.ts';
import type { IsExpected, RuleInput } from './rule-input.ts';

export type Recorded = RuleInput & { id: string };

/** `duplicateOf` is an earlier transaction that this one probably duplicates. */
interface Analysed<Transaction extends Recorded> {
  transaction: Transaction;
  analysis: Analysis;
  duplicateOf: Transaction | null;
  isComparable: boolean;
}

/** The history may contain the transactions. */
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

// Only the later one of two similar transactions counts as the duplicate.
function earlierDuplicate<Past extends Recorded>(
  transaction: Past,
  history: readonly Past[],
  isExpected?: IsExpected,
): Past | null {
  const earlier = history.filter((other) => isEarlier(other, transaction));
  return possibleDuplicates(transaction, earlier, isExpected)[0] ?? null;
}

function isEarlier(one: Recorded, other: Recorded): boolean {
  return one.minute === other.minute ? one.id < other.id : one.minute < other.minute;
}

/** With fewer expenses, none is called unusual (decision 0014). */
const COMPARABLE_FROM = 10;

type Rated = Pick<Analysed<Recorded>, 'analysis' | 'isComparable'>;

function isHighRisk({ analysis, isComparable }: Rated): boolean {
  return isComparable && analysis.riskScore > VERIFY_ABOVE;
}

export function isUnusual(rated: Rated): boolean {
  return isHighRisk(rated) || (rated.isComparable && rated.analysis.fraudProbability > FRAUD_ABOVE);
}

/**
 * Sums up transactions in any order. `growth` is that of spending, 0.2 for a fifth, null without an earlier period to
 * compare with; `window` has the uncategorized transactions of the whole range, by default of the analysed ones.
 */
export function batchInsights(
  analysed: readonly Analysed<Recorded>[],
  growth: number | null = null,
  window?: { uncategorized: number; totalAnalyzed: number },
) {
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

function fraudAlerts(analysed: readonly Analysed<Recorded>[]) {
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

export function spendingDistribution(
  transactions: readonly RuleInput[],
  currency: Currency,
): Record<Size, number> {
  const counts = { micro: 0, small: 0, medium: 0, large: 0, huge: 0 };
  for (const { type, amount } of transactions) if (type === 'expense') counts[sizeOf(amount, currency)] += 1;
  return counts;
}
