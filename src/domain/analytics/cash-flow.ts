import { readDayPanel } from '../balance/read.ts';
import type { Reading } from '../context.ts';
import { readFacets } from '../ledger/read-facets.ts';
import { readMany } from '../snapshot.ts';
import { comparedShares } from './compared-shares.ts';
import { readSteps } from './overview.ts';
import { type PeriodInput, sumOf, sumsOfPeriod } from './period-figures.ts';
import type { ChartStep } from './periods.ts';

/** What came in, what went out and what is left of a period; minor units. */
export type CashFlow = Awaited<ReturnType<typeof readCashFlow>>;

/** @param date of the balance of a day, by default today */
export function readCashFlow(
  context: Reading,
  input: PeriodInput & { by?: ChartStep | undefined },
  date?: string,
) {
  return readMany(context, async (inside) => {
    const sums = await sumsOfPeriod(inside, input);
    const facets = await readFacets(inside, sums.dates, ['recurring']);
    const expenses = facets.filter(({ type }) => type === 'expense');
    return {
      ...sums,
      ...(await readSteps(inside, sums.dates, input.by)),
      earned: await comparedShares(inside, 'income', sums),
      spent: await comparedShares(inside, 'expense', sums),
      recurring: sumOf(expenses, 'recurring', '1'),
      oneTime: sumOf(expenses, 'recurring', '0'),
      panel: await readDayPanel(inside, date ?? sums.today),
    };
  });
}
