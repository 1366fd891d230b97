import type { CategoryRow } from '../../db/tables.ts';
import type { Locale } from '../../i18n/locales.ts';
import { toDecimal } from '../money.ts';
import type { CategoryAnalytics } from './analytics/analyse.ts';
import { categoryName } from './name.ts';

/** A category as answers show it, named in the person's language. */
export function presentCategory(row: CategoryRow, locale: Locale, transactionCount: number) {
  return {
    id: row.id,
    name: categoryName(row, locale),
    localized_name: { en: categoryName(row, 'en'), he: categoryName(row, 'he') },
    type: row.type,
    language: row.default_key ? locale : row.language,
    icon: row.icon,
    color: row.color,
    description: row.description,
    is_default: row.default_key !== null,
    is_archived: row.is_archived === 1,
    is_hidden: row.is_hidden === 1,
    usage: transactionCount > 0 ? ('active' as const) : ('unused' as const),
    transaction_count: transactionCount,
    updated_at: row.updated_at,
  };
}

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

export type PresentedCategory = ReturnType<typeof presentCategory>;

export type PresentedAnalytics = ReturnType<typeof presentAnalytics>;
