import type { Reading } from '../context.ts';
import { readMany } from '../snapshot.ts';
import { comparedShares } from './compared-shares.ts';
import { PARTS, type PartFigures, readParts } from './parts.ts';
import { type PeriodInput, sumsOfPeriod } from './period-figures.ts';
import { type ChartStep, type Dates, stepOf } from './periods.ts';
import { trendsOf } from './spending-trends.ts';
import { readYears } from './years.ts';

/** The first page of analytics; minor units. */
export type Overview = Awaited<ReturnType<typeof readOverview>>;

/** A period in steps, the oldest first. */
interface Stepped {
  steps: ChartStep[];
  step: ChartStep;
  parts: PartFigures[];
}

export function readOverview(context: Reading, input: PeriodInput & { by?: ChartStep | undefined }) {
  return readMany(context, async (inside) => {
    const sums = await sumsOfPeriod(inside, input);
    return {
      ...sums,
      ...(await readSteps(inside, sums.dates, input.by)),
      expenses: await comparedShares(inside, 'expense', sums),
      trends: await trendsOf(inside, sums),
      years: await readYears(inside, sums),
    };
  });
}

export async function readSteps(context: Reading, dates: Dates, by: ChartStep | undefined): Promise<Stepped> {
  const { steps, step } = stepOf(dates, by);
  return { steps, step, parts: await readParts(context, dates, PARTS[step]) };
}
