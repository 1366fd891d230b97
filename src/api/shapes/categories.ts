import * as v from 'valibot';
import type { PresentedAnalytics } from '../../domain/categories/analytics/analyse.ts';
import type { PresentedCategory } from '../../domain/categories/list.ts';
import { LOCALES } from '../../i18n/locales.ts';
import {
  amountShape,
  colorShape,
  countShape,
  dateShape,
  idShape,
  instantShape,
  monthShape,
  nullableText,
  typeShape,
} from './values.ts';

export const categoryShape = v.object({
  id: idShape,
  name: v.string(),
  localized_name: v.object({ en: v.string(), he: v.string() }),
  type: typeShape,
  language: v.picklist(LOCALES),
  icon: v.string(),
  color: colorShape,
  description: nullableText,
  is_default: v.boolean(),
  is_archived: v.boolean(),
  is_hidden: v.boolean(),
  usage: v.picklist(['active', 'unused']),
  transaction_count: countShape,
  updated_at: instantShape,
}) satisfies v.GenericSchema<PresentedCategory>;

export const suggestionShape = v.object({
  category_id: idShape,
  category_name: v.string(),
  confidence: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});

export const categoryAnalyticsShape = v.object({
  category_id: idShape,
  category_name: v.string(),
  type: typeShape,
  icon: v.string(),
  color: colorShape,
  total_amount: amountShape,
  transaction_count: countShape,
  totalAmount: amountShape,
  transactionCount: countShape,
  averageAmount: amountShape,
  trend: v.nullable(v.picklist(['increasing', 'decreasing', 'stable'])),
  trend_reason: v.nullable(v.picklist(['few_months', 'few_transactions'])),
  lastTransactionDate: v.nullable(dateShape),
  usageCount: countShape,
  usage: v.picklist(['active', 'unused']),
  usage_pattern: v.nullable(v.picklist(['underused', 'seasonal'])),
  commonDescriptions: v.array(v.string()),
  monthly: v.array(v.object({ month: monthShape, amount: amountShape, count: countShape })),
}) satisfies v.GenericSchema<PresentedAnalytics>;
