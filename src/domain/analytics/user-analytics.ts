import { plusMonths, startOfMonth, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { invalid } from '../error.ts';
import { readFindings } from '../insights/read.ts';
import { readMany } from '../snapshot.ts';
import { figuresOfPeriod, type PeriodInput } from './period-figures.ts';
import type { UserAnalyticsInput } from './schema.ts';
import { trendsOf } from './spending-trends.ts';

export type UserAnalytics = Awaited<ReturnType<typeof analyseUser>>;

/** The last months, or some days. @throws DomainError VALIDATION_ERROR for dates in the future or reversed */
export function analyseUser(context: Reading, input: UserAnalyticsInput) {
  const period = periodOf(context, input);
  return readMany(context, async (inside) => {
    const figures = await figuresOfPeriod(inside, period);
    const { advice } = await readFindings(inside);
    return { ...figures, trends: await trendsOf(inside, figures), advice };
  });
}

function periodOf({ now, viewer }: Reading, input: UserAnalyticsInput): PeriodInput {
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
