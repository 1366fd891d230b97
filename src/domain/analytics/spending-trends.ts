import { endOfMonth, startOfMonth } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { growthOf } from '../growth.ts';
import { hasGrown } from '../insights/recommendations.ts';
import { roundedTo } from '../money.ts';
import type { PeriodSums } from './period-figures.ts';
import { type Dates, firstCompleteMonth } from './periods.ts';
import { slopeOf, volatilityOf } from './statistics.ts';
import { trendOf } from './trend.ts';

export type SpendingTrends = Awaited<ReturnType<typeof trendsOf>>;

export async function trendsOf(context: Reading, sums: PeriodSums) {
  const { viewer } = context;
  const { dates, compared, months, today, recorded, totals, before, unlike } = sums;
  const counted = months.filter(
    (month) => isComplete(month, today) && recorded !== null && month.from >= firstCompleteMonth(recorded),
  );
  const growth = growthOf(totals.expenses, before?.expenses ?? 0, unlike);
  const basis = compared && before && { dates, compared, before: before.expenses, change: growth.change };
  const complete = counted.map(({ expenses }) => expenses);
  return {
    months: complete.length,
    /** From the first complete month to the last; today if there is none. */
    dates: { from: counted[0]?.from ?? today, to: counted.at(-1)?.to ?? today },
    direction: trendOf(complete),
    /** Minor units a month. */
    slope: roundedTo(viewer.currency, slopeOf(complete)),
    /** The standard deviation as a share of the mean. */
    volatility: volatilityOf(complete),
    growth,
    hasGrown: basis !== null && (await hasGrown(context, basis)),
  };
}

/** Whether a month is over and within the period: a partial month would always look smaller. */
function isComplete({ from, to }: Dates, today: string): boolean {
  return from === startOfMonth(from) && to === endOfMonth(from) && to < today;
}
