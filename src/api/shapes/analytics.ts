import * as v from 'valibot';
import type { presentSummary, presentUserAnalytics } from '../../domain/analytics/present.ts';
import { NO_GROWTH } from '../../domain/growth.ts';
import { categoryShareShape } from './balance.ts';
import { distributionShape, recommendationShape } from './insights.ts';
import { amountShape, countShape, dateShape, monthShape, nullableText } from './values.ts';

const percentShape = v.nullable(v.number());

const reasonShape = v.nullable(v.picklist(NO_GROWTH));

export const summaryShape = v.object({
  income: amountShape,
  expenses: amountShape,
  net: amountShape,
  transaction_count: countShape,
  average_expense: amountShape,
  monthly_comparison: v.object({
    income_change_percent: percentShape,
    income_change_reason: reasonShape,
    expense_change_percent: percentShape,
    expense_change_reason: reasonShape,
  }),
  top_categories: v.array(categoryShareShape),
}) satisfies v.GenericSchema<ReturnType<typeof presentSummary>>;

const level = v.nullable(v.picklist(['high', 'medium', 'low']));

const direction = v.picklist(['increasing', 'decreasing', 'stable']);

export const userAnalyticsShape = v.object({
  date_from: dateShape,
  date_to: dateShape,
  monthly_trends: v.array(
    v.object({
      month: monthShape,
      income: amountShape,
      expenses: amountShape,
      net: amountShape,
      balance: amountShape,
    }),
  ),
  spending_patterns: v.object({
    peakHour: v.nullable(countShape),
    peakDay: v.nullable(countShape),
    peakMonth: v.nullable(monthShape),
    peakHours: v.array(countShape),
    peakDays: v.array(countShape),
    peakMonths: v.array(monthShape),
    spendingDistribution: distributionShape,
  }),
  financial_health: v.object({
    score: v.nullable(countShape),
    status: v.nullable(v.picklist(['excellent', 'good', 'fair', 'poor'])),
    factors: v.array(
      v.object({
        factor: v.picklist(['base', 'savings', 'shortfalls', 'reserve', 'volatility', 'fixed', 'trend']),
        value: v.nullable(v.number()),
        points: v.pipe(v.number(), v.integer()),
      }),
    ),
    reason: v.nullable(v.picklist(['few_months', 'few_recent', 'little_income', 'little_expenses'])),
    message: nullableText,
  }),
  forecast: v.object({
    nextMonthSpending: v.nullable(amountShape),
    range: v.nullable(v.object({ low: amountShape, high: amountShape })),
    confidence: level,
    riskLevel: level,
    trend: v.nullable(direction),
    message: nullableText,
  }),
  insights: v.object({
    trends: v.object({
      direction: v.nullable(direction),
      slope: v.nullable(amountShape),
      volatility: v.nullable(v.number()),
      message: nullableText,
      growth: v.nullable(v.number()),
      growth_reason: reasonShape,
    }),
  }),
  recommendations: v.array(recommendationShape),
}) satisfies v.GenericSchema<ReturnType<typeof presentUserAnalytics>>;
