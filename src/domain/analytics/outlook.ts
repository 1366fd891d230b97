import { monthOf, plusDays, plusMonths, startOfMonth } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { readRecurringExpenses } from '../ledger/read-facets.ts';
import { type Forecast, forecastSpending } from './forecast.ts';
import { HEALTH_MONTHS, type HealthMonth, type HealthResult, healthHistory, healthOf } from './health.ts';
import { type MonthFigures, readMonths } from './months.ts';

/** How many past months have a score. */
const SCORES = 12;

/** How far back a forecast looks: two years show a season. */
const LOOK_BACK = 24;

/** What the months so far say about a person's finances and their next month. */
export interface Outlook {
  health: HealthResult;
  /** The score at the end of each of the past months that have one, oldest first. */
  scores: ReturnType<typeof healthHistory>;
  /** The month that is forecast, `YYYY-MM`. */
  nextMonth: string;
  forecast: Forecast | { missingMonths: number };
}

/**
 * Reads the complete months before today's and judges them.
 * @param first the day of the first transaction; null without any
 */
export async function readOutlook(
  context: SignedIn,
  { today, first }: { today: string; first: string | null },
): Promise<Outlook> {
  const nextMonth = monthOf(plusMonths(startOfMonth(today), 1));
  const months = await completeMonths(context, today, first);
  const recurring = await readRecurringExpenses(context, {
    from: months[0]?.month ?? nextMonth,
    to: nextMonth,
  });
  const counted = months.map((month): HealthMonth => ({ ...month, fixed: recurring.get(month.month) ?? 0 }));
  const history = counted.slice(-LOOK_BACK);
  return {
    health: healthOf(counted),
    scores: healthHistory(counted.slice(-(SCORES + HEALTH_MONTHS - 1)), SCORES),
    nextMonth,
    forecast: forecastSpending(
      {
        recurring: history.map(({ fixed }) => fixed),
        other: history.map(({ expenses, fixed }) => expenses - fixed),
      },
      recurring.get(nextMonth) ?? 0,
      2,
    ),
  };
}

/** The months before today's, from the one of the first transaction on. */
async function completeMonths(
  context: SignedIn,
  today: string,
  first: string | null,
): Promise<MonthFigures[]> {
  if (first === null || monthOf(first) >= monthOf(today)) return [];
  const thisMonth = startOfMonth(today);
  const starts = [startOfMonth(first), plusMonths(thisMonth, -LOOK_BACK)].sort();
  return readMonths(context, { from: starts[1] ?? thisMonth, to: plusDays(thisMonth, -1) });
}
