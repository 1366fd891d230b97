import type { CategoryRow } from '../../../db/tables.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { monthsOf } from '../../analytics/parts.ts';
import { firstCompleteMonth } from '../../analytics/periods.ts';
import { missingForTrend, trendOf } from '../../analytics/trend.ts';
import { endOfMonth, monthOf, plusDays, plusMonths, startOfMonth, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { recordedSince } from '../../ledger/recorded-since.ts';
import { roundedTo, toDecimal } from '../../money.ts';
import { readMany, scan } from '../../snapshot.ts';
import { type Described, findCategories, findDescriptions, lastDates } from '../categories.queries.ts';
import { categoryName } from '../name.ts';
import { usageOf } from '../overview.ts';
import { requireVisible } from '../read.ts';
import { monthsOfCategories, sumsOfCategories } from './analytics.queries.ts';
import { readDescriptions } from './descriptions.ts';

/** Limits how many of the latest transactions are read for descriptions. */
const DESCRIBED = 2000;

/** The figures of the last months, including the current one; minor units. */
export type CategoryAnalytics = Awaited<ReturnType<typeof analyse>>[number];

export async function analyseCategories(context: Reading, months: number): Promise<CategoryAnalytics[]> {
  const analytics = await readMany(context, async (inside) => {
    const rows = (await findCategories(inside.db, inside.viewer.id)).filter((row) => row.is_hidden === 0);
    return analyse(inside, rows, months);
  });
  return analytics.sort((one, other) => other.total - one.total || (one.row.id < other.row.id ? -1 : 1));
}

/** @throws DomainError NOT_FOUND */
export function analyseCategory(context: Reading, id: string, months: number): Promise<CategoryAnalytics> {
  return scan(context, async (inside) => {
    const row = await requireVisible(inside.db, inside.viewer.id, id);
    const [analytics] = await analyse(inside, [row], months, id);
    return analytics as CategoryAnalytics;
  });
}

async function analyse(context: Reading, rows: CategoryRow[], months: number, only?: string) {
  const { db, viewer } = context;
  const today = todayOf(context);
  const dates = { from: plusMonths(startOfMonth(today), 1 - months), to: today };
  const window = monthsOf(dates).map(({ month }) => month);
  const recorded = await recordedSince(db, viewer.id, today);
  const complete = monthOf(recorded ? firstCompleteMonth(recorded) : today);
  const stored = Map.groupBy(await monthsOfCategories(db, viewer.id), ({ category_id }) => category_id);
  const ahead = new Map(
    (await sumsOfCategories(db, viewer.id, plusDays(today, 1), endOfMonth(today))).map((sum) => [
      sum.category_id,
      sum,
    ]),
  );
  const lastDays = await lastDates(db, viewer.id, today, 'counted');
  const described = only
    ? (await readDescriptions(context, only, dates)).described
    : await findDescriptions(db, viewer.id, { ...dates, most: DESCRIBED, of: 'counted' });
  return rows.map((row) => {
    const used = stored.get(row.id) ?? [];
    const sums = new Map(used.map((sum) => [sum.month, sum]));
    const monthly = window.map((month) => {
      const { amount = 0, count = 0 } = sums.get(month) ?? {};
      // Nothing after today is counted, as in all other analytics.
      const later = month === monthOf(today) ? ahead.get(row.id) : undefined;
      return { month, amount: amount - (later?.amount ?? 0), count: count - (later?.count ?? 0) };
    });
    const total = monthly.reduce((sum, { amount }) => sum + amount, 0);
    const count = monthly.reduce((sum, month) => sum + month.count, 0);
    // The current month is incomplete, and perhaps also the month in which the records begin; months before the first
    // use would look like a rise.
    const first = [complete, used[0]?.month ?? complete].sort().at(-1) ?? complete;
    const counted = monthly.filter(({ month }) => month >= first && month < monthOf(today));
    const trendMissing = missingForTrend({ months: counted.length, transactions: count });
    const last = lastDays.get(row.id) ?? null;
    const allTime = used.reduce((sum, month) => sum + month.count, 0);
    return {
      row,
      total,
      count,
      /** Rounded to the decimals of the currency; 0 without transactions. */
      average: count === 0 ? 0 : roundedTo(viewer.currency, total / count),
      /** Null if there is too little data; `trendMissing` says of what. */
      trend: trendMissing ? null : trendOf(counted.map(({ amount }) => amount)),
      trendMissing,
      /** The last local calendar date up to today. */
      last,
      used: allTime,
      usage: usageOf({ count: allTime, last }, today),
      descriptions: commonDescriptions(described.filter(({ category_id }) => category_id === row.id)),
      /** Every month of the window, oldest first; `month` is `YYYY-MM`. */
      monthly,
    };
  });
}

const SHOWN = 5;

/** The most frequent descriptions first; equally frequent ones in alphabetical order. */
export function commonDescriptions(described: Pick<Described, 'description' | 'count'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { description, count } of described) {
    counts.set(description, (counts.get(description) ?? 0) + count);
  }
  return [...counts]
    .sort(([one, oneCount], [other, otherCount]) => otherCount - oneCount || (one < other ? -1 : 1))
    .slice(0, SHOWN)
    .map(([description]) => description);
}

/** The figures in responses, under the names that both generations of clients use. */
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
