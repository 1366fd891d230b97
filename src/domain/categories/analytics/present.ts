import type { Locale } from '../../../i18n/locales.ts';
import { toDecimal } from '../../money.ts';
import { categoryName } from '../name.ts';
import type { CategoryAnalytics } from './analyse.ts';

/** The figures of a category, as answers show them, under the names of both generations of clients. */
export function presentAnalytics(analytics: CategoryAnalytics, locale: Locale) {
  const { row, count, used, usage } = analytics;
  const [total, average] = [toDecimal(analytics.total), toDecimal(analytics.average)];
  return {
    category_id: row.id,
    category_name: categoryName(row, locale),
    type: row.type,
    icon: row.icon,
    color: row.color,
    total_amount: total,
    transaction_count: count,
    totalAmount: total,
    transactionCount: count,
    averageAmount: average,
    trend: analytics.trend,
    trend_reason: analytics.trendMissing,
    lastTransactionDate: analytics.last,
    usageCount: used,
    usage: used > 0 ? ('active' as const) : ('unused' as const),
    usage_pattern: usage === 'underused' || usage === 'seasonal' ? usage : null,
    commonDescriptions: analytics.descriptions,
    monthly: analytics.monthly.map((month) => ({ ...month, amount: toDecimal(month.amount) })),
  };
}

export type PresentedAnalytics = ReturnType<typeof presentAnalytics>;
