import type { Currency } from '../../i18n/currencies.ts';
import { endOfMonth, monthOf, plusDays, plusMonths, startOfMonth, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { readRecurringExpenses, readTakenOver } from '../ledger/read-facets.ts';
import { recordedSince } from '../ledger/recorded-since.ts';
import { findFirstDay } from '../ledger/totals.queries.ts';
import { roundedTo, smallestAmount } from '../money.ts';
import { readMany } from '../snapshot.ts';
import { forecastSpending, LOOK_BACK, VARIED_MONTHS } from './forecast.ts';
import {
  HEALTH_MONTHS,
  type HealthLine,
  type HealthMonth,
  type HealthResult,
  healthHistory,
  healthOf,
} from './health.ts';
import { type MonthFigures, readMonths } from './parts.ts';
import { type Dates, firstCompleteMonth } from './periods.ts';

const SCORES = 12;

export type Outlook = Awaited<ReturnType<typeof readOutlook>>;

/** What looks at the complete months before today, whatever the period. */
export function readHealth(context: Reading) {
  return readMany(context, async (inside) => {
    const today = todayOf(inside);
    const [first] = await findFirstDay(inside.db, inside.viewer.id);
    return readOutlook(inside, { today, begins: first?.date ?? null });
  });
}

/** Uses the complete months before today's; `begins` is the first day with more than an opening balance. */
export async function readOutlook(
  context: Reading,
  { today, begins }: { today: string; begins: string | null },
) {
  const nextMonth = monthOf(plusMonths(startOfMonth(today), 1));
  const months = await completeMonths(context, today, begins);
  const recurring = await readRecurringExpenses(context, {
    from: months[0]?.month ?? nextMonth,
    to: nextMonth,
  });
  const counted = months.map((month): HealthMonth => ({ ...month, fixed: recurring.get(month.month) ?? 0 }));
  const recorded = await recordedSince(context.db, context.viewer.id, today);
  const unbroken = counted.filter(
    ({ month }) => recorded !== null && month >= monthOf(firstCompleteMonth(recorded)),
  );
  const since = unbroken.at(-LOOK_BACK) ?? unbroken[0];
  const takenOver = since
    ? await readTakenOver(context, { month: nextMonth, since: `${since.month}-01` })
    : new Map<string, number>();
  // What recurs from now on is known ahead: estimated from the months before as well, it would count twice.
  const history = unbroken
    .slice(-LOOK_BACK)
    .map((month) => ({ ...month, known: month.fixed + (takenOver.get(month.month) ?? 0) }));
  const ahead = recurring.get(nextMonth) ?? 0;
  const hasExpenses = ahead > 0 || history.some(({ expenses }) => expenses > 0);
  const estimate = forecastSpending(
    {
      recurring: history.map(({ known }) => known),
      other: history.map(({ expenses, known }) => expenses - known),
    },
    ahead,
    2,
    smallestAmount(context.viewer.currency),
  );
  // A person who records only income has expenses too.
  const forecast = 'amount' in estimate && !hasExpenses ? { missing: 'expenses' as const } : estimate;
  return {
    health: inCurrency(healthOf(counted), context.viewer.currency),
    scores: healthHistory(counted, SCORES),
    nextMonth,
    forecast,
    /** The complete months that the forecast was estimated from; null without one. */
    estimated: 'amount' in forecast ? datesOf(history.slice(-forecast.estimatedFrom)) : null,
    /** Those whose volatility gives the risk. */
    varied: 'amount' in forecast ? datesOf(history.slice(-VARIED_MONTHS)) : null,
    /** The first day of the records, if its month would count if it were complete. */
    leftOut: isLeftOut(begins, today, months.length) ? begins : null,
  };
}

function inCurrency(result: HealthResult, currency: Currency): HealthResult {
  if (!('health' in result)) return result;
  const rounded = (line: HealthLine) => {
    if (line.factor === 'volatility' && line.parts)
      return {
        ...line,
        parts: { part: roundedTo(currency, line.parts.part), whole: roundedTo(currency, line.parts.whole) },
      };
    if (line.factor === 'reserve' && line.parts)
      return { ...line, parts: { ...line.parts, whole: roundedTo(currency, line.parts.whole) } };
    return line;
  };
  return { health: { ...result.health, lines: result.health.lines.map(rounded) } };
}

function datesOf(months: readonly HealthMonth[]): Dates | null {
  const [first, last] = [months[0], months.at(-1)];
  return first && last ? { from: `${first.month}-01`, to: endOfMonth(`${last.month}-01`) } : null;
}

function isLeftOut(begins: string | null, today: string, counted: number): boolean {
  if (begins === null || startOfMonth(begins) >= startOfMonth(today)) return false;
  return firstCompleteMonth(begins) > begins && counted < HEALTH_MONTHS;
}

async function completeMonths(
  context: Reading,
  today: string,
  begins: string | null,
): Promise<MonthFigures[]> {
  const thisMonth = startOfMonth(today);
  const first = begins === null ? thisMonth : firstCompleteMonth(begins);
  if (first >= thisMonth) return [];
  const starts = [first, plusMonths(thisMonth, -LOOK_BACK)].sort();
  return readMonths(context, { from: starts[1] ?? thisMonth, to: plusDays(thisMonth, -1) });
}
