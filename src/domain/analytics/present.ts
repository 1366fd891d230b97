import type { Format } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';
import { percentOf, presentShare } from '../balance/summarise.ts';
import type { Growth } from '../growth.ts';
import { recommendationOf } from '../insights/present.ts';
import { toDecimal } from '../money.ts';
import type { DashboardSummary } from './dashboard-summary.ts';
import type { Health, HealthFactor, HealthLine, HealthResult } from './health.ts';
import type { PeriodFigures } from './period-figures.ts';
import type { Size } from './sizes.ts';
import type { SpendingTrends } from './spending-trends.ts';
import { TREND_MONTHS } from './trend.ts';
import type { UserAnalytics } from './user-analytics.ts';

export function presentSummary(summary: DashboardSummary) {
  const { income, expenses, net, count } = summary.figures;
  const percent = ({ change }: Growth) => (change === null ? null : percentOf(change));
  return {
    income: toDecimal(income),
    expenses: toDecimal(expenses),
    net: toDecimal(net),
    transaction_count: count,
    average_expense: toDecimal(summary.averageExpense),
    monthly_comparison: {
      income_change_percent: percent(summary.incomeChange),
      income_change_reason: summary.incomeChange.reason,
      expense_change_percent: percent(summary.expenseChange),
      expense_change_reason: summary.expenseChange.reason,
    },
    top_categories: summary.topCategories.map(presentShare),
  };
}

export function presentUserAnalytics(analytics: UserAnalytics, locale: Locale, format: Format) {
  return {
    date_from: analytics.dates.from,
    date_to: analytics.dates.to,
    monthly_trends: analytics.months.map(({ month, income, expenses, net, balance }) => ({
      month,
      income: toDecimal(income),
      expenses: toDecimal(expenses),
      net: toDecimal(net),
      balance: toDecimal(balance),
    })),
    spending_patterns: {
      peakHour: peaksIn(analytics.hours)[0]?.slot ?? null,
      peakDay: peaksIn(analytics.weekdays)[0]?.slot ?? null,
      peakMonth: peaksIn(analytics.months)[0]?.month ?? null,
      peakHours: peaksIn(analytics.hours).map(({ slot }) => slot),
      peakDays: peaksIn(analytics.weekdays).map(({ slot }) => slot),
      peakMonths: peaksIn(analytics.months).map(({ month }) => month),
      spendingDistribution: distributionOf(analytics),
    },
    financial_health: presentHealth(analytics, locale),
    forecast: presentForecast(analytics, locale),
    insights: { trends: presentTrends(analytics.trends, locale) },
    recommendations: analytics.advice.map((advice) => recommendationOf(advice, locale, format)),
  };
}

function presentTrends({ months, direction, slope, volatility, growth }: SpendingTrends, locale: Locale) {
  const isKnown = months >= TREND_MONTHS;
  return {
    direction: isKnown ? direction : null,
    slope: isKnown ? toDecimal(slope) : null,
    volatility: isKnown ? volatility : null,
    message: isKnown ? null : translator(locale)('analytics:trendsMissing', { count: TREND_MONTHS - months }),
    growth: growth.change,
    growth_reason: growth.reason,
  };
}

function distributionOf({ sizes }: PeriodFigures): Record<Size, number> {
  const counts = { micro: 0, small: 0, medium: 0, large: 0, huge: 0 };
  for (const { size, count } of sizes) counts[size] = count;
  return counts;
}

/** All parts with the most spending, the earliest first; empty if nothing was spent. */
function peaksIn<Part extends { expenses: number }>(parts: readonly Part[]): Part[] {
  const most = Math.max(0, ...parts.map(({ expenses }) => expenses));
  return most === 0 ? [] : parts.filter(({ expenses }) => expenses === most);
}

function presentHealth({ outlook }: PeriodFigures, locale: Locale) {
  const health = 'health' in outlook.health ? outlook.health.health : null;
  return {
    score: health?.score ?? null,
    status: health?.status ?? null,
    factors: health ? factorsOf(health) : [],
    reason: reasonOf(outlook.health),
    message: health ? null : translator(locale)('analytics:healthNone'),
  };
}

function reasonOf(
  result: HealthResult,
): 'few_months' | 'few_recent' | 'little_income' | 'little_expenses' | null {
  if ('health' in result) return null;
  if (!('missing' in result)) return 'few_months';
  return result.missing === 'recent' ? 'few_recent' : `little_${result.missing}`;
}

function factorsOf({
  base,
  lines,
}: Health): (Pick<HealthLine, 'value' | 'points'> & { factor: HealthFactor | 'base' })[] {
  const counted = lines.map(({ factor, value, points }) => ({ factor, value, points }));
  return [{ factor: 'base', value: null, points: base }, ...counted];
}

function presentForecast({ outlook }: PeriodFigures, locale: Locale) {
  const forecast = 'amount' in outlook.forecast ? outlook.forecast : null;
  return {
    nextMonthSpending: forecast && toDecimal(forecast.amount),
    range: forecast && { low: toDecimal(forecast.low), high: toDecimal(forecast.high) },
    confidence: forecast?.confidence ?? null,
    riskLevel: forecast?.riskLevel ?? null,
    trend: forecast?.trend ?? null,
    message: forecast ? null : translator(locale)('analytics:forecastNone'),
  };
}
