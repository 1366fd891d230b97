import { endOfMonth, plusMonths, startOfMonth, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { invalid } from '../error.ts';
import { growthOf } from '../growth.ts';
import { readLatestAdvice } from '../insights/read-insights.ts';
import { hasGrown } from '../insights/recommendations.ts';
import { roundedTo } from '../money.ts';
import { readMany } from '../snapshot.ts';
import { readOverview } from './overview.ts';
import { figuresOfPeriod, type OverviewInput, type PeriodFigures } from './period-figures.ts';
import { type Dates, firstCompleteMonth } from './periods.ts';
import type { UserAnalyticsInput } from './schema.ts';
import { slopeOf, volatilityOf } from './statistics.ts';
import { trendOf } from './trend.ts';

export type SpendingTrends = Awaited<ReturnType<typeof trendsOf>>;

export type UserAnalytics = Awaited<ReturnType<typeof analyseUser>>;

export type PeriodAnalytics = Awaited<ReturnType<typeof analysePeriod>>;

/** The last months, or some days. @throws DomainError VALIDATION_ERROR for dates in the future or reversed */
export function analyseUser(context: Reading, input: UserAnalyticsInput) {
  const overviewInput = toOverviewInput(context, input);
  return readMany(context, async (inside) => {
    const { figures } = await figuresOfPeriod(inside, overviewInput);
    return { ...figures, ...(await conclude(inside, figures)) };
  });
}

function toOverviewInput({ now, viewer }: Reading, input: UserAnalyticsInput): OverviewInput {
  const { months, start_date, end_date } = input;
  if (!start_date && !end_date) return { period: `last-${months}-months`, compare: 'before' };
  const today = todayOf({ viewer, now });
  if (start_date && start_date > today)
    throw invalid({ field: 'start_date', message: 'analytics:fromFuture' });
  if (start_date && end_date && start_date > end_date)
    throw invalid({ field: 'end_date', message: 'errors:datesOrder' });
  const last = end_date && end_date < today ? end_date : today;
  const from = start_date ?? plusMonths(startOfMonth(last), 1 - months);
  return { period: 'dates', from, to: last, compare: 'before' };
}

export function analysePeriod(context: Reading, input: OverviewInput) {
  return readMany(context, async (inside) => {
    const overview = await readOverview(inside, input);
    return { ...overview, ...(await conclude(inside, overview)) };
  });
}

async function conclude(context: Reading, figures: PeriodFigures) {
  const { advice, ...advised } = await readLatestAdvice(context);
  return { trends: await trendsOf(context, figures), advice, advised };
}

async function trendsOf(context: Reading, figures: PeriodFigures) {
  const { viewer } = context;
  const { dates, compared, months, today, recorded, totals, before, unlike } = figures;
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
