import { monthOf, plusMonths } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { type Growth, growthOf } from '../growth.ts';
import { sumFigures } from '../ledger/totals.queries.ts';
import { readMonths } from './parts.ts';
import type { PeriodSums } from './period-figures.ts';
import { isWhole, monthsEarlier } from './periods.ts';

const MONTHS = 12;

/** What was spent since the start of a year and of the year before it, month by month; minor units. */
export interface Years {
  year: number;
  /** `spent` is null after the last month with a day of the period. */
  months: {
    from: string;
    to: string;
    spent: number | null;
    earlier: { from: string; to: string; spent: number };
  }[];
  /** Both up to the last day of the period. */
  spent: number;
  before: number;
  change: Growth;
}

/** The year in which a period ends; null where nothing was spent in the year before. */
export async function readYears(
  context: Reading,
  { dates, recorded }: Pick<PeriodSums, 'dates' | 'recorded'>,
): Promise<Years | null> {
  const { db, viewer } = context;
  const start = `${dates.to.slice(0, 4)}-01-01`;
  const begins = plusMonths(start, -MONTHS);
  const months = await readMonths(context, { from: begins, to: dates.to });
  const earlier = months.slice(0, MONTHS);
  const present = { from: start, to: dates.to };
  const past = monthsEarlier(present, MONTHS);
  const { expenses: spent } = await sumFigures(db, viewer.id, present);
  const { expenses: before } = await sumFigures(db, viewer.id, past);
  if (earlier.every(({ expenses }) => expenses === 0)) return null;
  const sums = runningSums(months.slice(MONTHS));
  const earlierSums = runningSums(earlier);
  return {
    year: Number(monthOf(start).slice(0, 4)),
    months: earlier.map(({ to }, index) => ({
      from: start,
      to: months[MONTHS + index]?.to ?? plusMonths(start, index),
      spent: sums[index] ?? null,
      earlier: { from: begins, to, spent: earlierSums[index] ?? 0 },
    })),
    spent,
    before,
    change: growthOf(spent, before, isWhole(past, recorded) ? null : 'records_begin_later'),
  };
}

function runningSums(months: readonly { expenses: number }[]): number[] {
  let sum = 0;
  return months.map(({ expenses }) => {
    sum += expenses;
    return sum;
  });
}
