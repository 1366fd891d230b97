import { monthOf, plusMonths, startOfMonth } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { readRecurringExpenses } from '../ledger/read-facets.ts';
import { recordedSince } from '../ledger/recorded-since.ts';
import { findFirstDay, findFirstMonth } from '../ledger/totals.queries.ts';
import { healthOf } from './health.ts';
import { readPace } from './pace.ts';
import { readMonths } from './parts.ts';
import { firstCompleteMonth } from './periods.ts';

const MONTHS = 12;

export type YearSummary = Awaited<ReturnType<typeof readYearSummary>>;

export async function readYearSummary(context: Reading, today: string) {
  const [firstMonth] = await findFirstMonth(context.db, context.viewer.id);
  const first = firstMonth && firstMonth.month <= monthOf(today) ? `${firstMonth.month}-01` : null;
  const recorded = await recordedSince(context.db, context.viewer.id, today);
  const [firstDay] = await findFirstDay(context.db, context.viewer.id);
  const firstComplete = firstDay ? firstCompleteMonth(firstDay.date) : null;
  const start = plusMonths(startOfMonth(today), 1 - MONTHS);
  const [from = today] = [first ?? startOfMonth(today), start].sort().slice(-1);
  const months = await readMonths(context, { from, to: today });
  const fixed = await readRecurringExpenses(context, { from: monthOf(from), to: monthOf(today) });
  const complete = months
    .slice(0, -1)
    .filter((month) => firstComplete !== null && month.from >= firstComplete)
    .map((month) => ({ ...month, fixed: fixed.get(month.month) ?? 0 }));
  const health = healthOf(complete);
  const before = healthOf(complete.slice(0, -1));
  return {
    /** From the first month with transactions on, the current one up to today; oldest first. */
    months,
    pace: await readPace(context, { today, first: recorded && firstCompleteMonth(recorded) }),
    health,
    /** The change since the end of the month before; null if that month had no score. */
    healthChange: 'health' in health && 'health' in before ? health.health.score - before.health.score : null,
  };
}
