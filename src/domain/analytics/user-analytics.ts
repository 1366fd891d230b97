import { localNow, monthOf, plusMonths, startOfMonth } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { readInsights } from '../insights/read-insights.ts';
import { type Advice, growthRate } from '../insights/recommendations.ts';
import { BATCH_MOST } from '../insights/schema.ts';
import { readMany } from '../snapshot.ts';
import { type Overview, readOverview } from './overview.ts';
import type { UserAnalyticsInput } from './schema.ts';
import { slopeOf, volatilityOf } from './statistics.ts';
import { type Trend, trendOf } from './trend.ts';

/** How spending develops over the complete months of a period. */
export interface SpendingTrends {
  direction: Trend;
  /** Minor units a month. */
  slope: number;
  /** The standard deviation as a share of the mean. */
  volatility: number;
  /** Against the period before; null with nothing to compare with. */
  growth: number | null;
}

/** A period with its trends and what follows from the latest transactions. */
export interface UserAnalytics extends Overview {
  trends: SpendingTrends;
  advice: Advice[];
}

/** Analyses the last months of the viewer, this one included, or the days between two dates. */
export function analyseUser(context: SignedIn, input: UserAnalyticsInput): Promise<UserAnalytics> {
  return readMany(context, async (inside) => {
    const today = localNow(inside.now, inside.viewer.preferences.timezone).date;
    const from = input.start_date ?? plusMonths(startOfMonth(today), 1 - input.months);
    const overview = await readOverview(inside, {
      period: 'dates',
      from,
      to: input.end_date,
      compare: 'before',
    });
    const { recommendations } = await readInsights(inside, { limit: BATCH_MOST });
    return { ...overview, trends: trendsOf(overview), advice: recommendations };
  });
}

function trendsOf({ months, today, totals, before }: Overview): SpendingTrends {
  // The current month is incomplete and would always look smaller.
  const complete = months.filter(({ month }) => month < monthOf(today)).map(({ expenses }) => expenses);
  return {
    direction: trendOf(complete),
    slope: Math.round(slopeOf(complete)),
    volatility: volatilityOf(complete),
    growth: before && growthRate(totals.expenses, before.expenses),
  };
}
