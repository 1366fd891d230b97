import { type Analysis, analyse } from './analyse.ts';
import { DUPLICATE_ABOVE, possibleDuplicates } from './duplicates.ts';
import { FRAUD_ABOVE, type FraudFlag } from './fraud.ts';
import type { Observed } from './observed.ts';
import { type Advice, adviceFor } from './recommendations.ts';
import { VERIFY_ABOVE } from './risk-score.ts';

/** A recorded transaction: unlike one that is being typed it has an id. */
export type Recorded = Observed & { id: string };

/** A transaction and what the rules say of it; `repeats` is an earlier one that it looks like. */
export interface Judged<Transaction extends Recorded> {
  transaction: Transaction;
  analysis: Analysis;
  repeats: Transaction | null;
}

/** What the rules say of many transactions together (specification, section 3). */
export interface BatchInsights {
  totalAnalyzed: number;
  highRiskCount: number;
  potentialDuplicates: number;
  uncategorized: number;
  /** The mean of the risk scores, from 0 to 100, in tenths. */
  averageRisk: number;
  fraudAlerts: { transactionId: string; probability: number; flags: FraudFlag[] }[];
  recommendations: Advice[];
}

/**
 * Judges each of many transactions by the rest of the history, which they may be part of. `categoryName` tells a
 * category's English or own name, null for none.
 */
export function judgeAll<Transaction extends Recorded>(
  transactions: readonly Transaction[],
  history: readonly Transaction[],
  categoryName: (transaction: Transaction) => string | null,
): Judged<Transaction>[] {
  return transactions.map((transaction) => {
    const analysis = analyse(transaction, history, categoryName(transaction));
    const isAlike = analysis.duplicateRisk > DUPLICATE_ABOVE;
    return { transaction, analysis, repeats: isAlike ? repeatedBy(transaction, history) : null };
  });
}

// Of two that are alike only the later one counts: recorded twice is one too many.
function repeatedBy<Past extends Recorded>(one: Past, history: readonly Past[]): Past | null {
  const earlier = history.filter((other) => isEarlier(other, one));
  return possibleDuplicates(one, earlier)[0] ?? null;
}

function isEarlier(one: Recorded, other: Recorded): boolean {
  return one.minute === other.minute ? one.id < other.id : one.minute < other.minute;
}

/** Whether a judged transaction is worth a second look. */
export function isHighRisk({ analysis }: Pick<Judged<Recorded>, 'analysis'>): boolean {
  return analysis.riskScore > VERIFY_ABOVE;
}

/**
 * Sums up what was judged; the order makes no difference. `growth` says how much spending has grown, 0.2 for a fifth,
 * null when there is nothing to compare with.
 */
export function batchInsights(
  judged: readonly Judged<Recorded>[],
  growth: number | null = null,
): BatchInsights {
  const counts = {
    totalAnalyzed: judged.length,
    highRiskCount: judged.filter(isHighRisk).length,
    potentialDuplicates: judged.filter(({ repeats }) => repeats).length,
    uncategorized: judged.filter(({ transaction }) => transaction.category_id === null).length,
  };
  return {
    ...counts,
    averageRisk: averageOf(judged.map(({ analysis }) => analysis.riskScore)),
    fraudAlerts: alertsOf(judged),
    recommendations: adviceFor({ ...counts, growth }),
  };
}

function averageOf(scores: number[]): number {
  const sum = scores.reduce((total, score) => total + score, 0);
  return scores.length === 0 ? 0 : Math.round((sum / scores.length) * 10) / 10;
}

function alertsOf(judged: readonly Judged<Recorded>[]): BatchInsights['fraudAlerts'] {
  return judged
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
