import * as v from 'valibot';
import type { presentCheck, presentInsights } from '../../domain/insights/present.ts';
import { transactionsShape } from './transactions.ts';
import { countShape, dateShape, idShape, nullableText } from './values.ts';

const shareShape = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const scoreShape = v.pipe(v.number(), v.minValue(0), v.maxValue(100));

const flagsShape = v.array(
  v.picklist(['high_amount', 'rapid_transactions', 'unusual_time', 'high_velocity']),
);

const anomaliesShape = v.array(
  v.picklist(['micro_amount', 'amount_deviation', 'rapid_transactions', 'unusual_time', 'high_velocity']),
);

export const checkShape = v.object({
  aiAnalysis: v.object({
    fraudProbability: shareShape,
    flags: flagsShape,
    duplicateRisk: shareShape,
    categoryConfidence: shareShape,
    riskScore: scoreShape,
    anomalyFlags: anomaliesShape,
    recommendation: v.nullable(v.literal('verify')),
  }),
  security_alert: nullableText,
  possible_duplicates: transactionsShape,
}) satisfies v.GenericSchema<ReturnType<typeof presentCheck>>;

export const recommendationShape = v.object({
  type: v.picklist([
    'verify_transactions',
    'review_duplicates',
    'spending_increase',
    'categorize_transactions',
  ]),
  title: v.string(),
  description: v.string(),
  priority: v.picklist(['high', 'medium', 'low']),
});

export const distributionShape = v.object({
  micro: countShape,
  small: countShape,
  medium: countShape,
  large: countShape,
  huge: countShape,
});

export const insightsShape = v.object({
  totalAnalyzed: countShape,
  highRiskCount: countShape,
  potentialDuplicates: countShape,
  uncategorized: countShape,
  averageRisk: scoreShape,
  fraudAlerts: v.array(v.object({ transactionId: idShape, probability: shareShape, flags: flagsShape })),
  recommendations: v.array(recommendationShape),
  spendingDistribution: distributionShape,
  dateFrom: dateShape,
  dateTo: dateShape,
}) satisfies v.GenericSchema<ReturnType<typeof presentInsights>>;
