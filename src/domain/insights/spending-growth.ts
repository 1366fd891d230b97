import type { Dates } from '../analytics/periods.ts';
import type { Reading } from '../context.ts';
import { readFacets } from '../ledger/read-facets.ts';
import { GROWTH_ABOVE } from './recommendations.ts';

/** What was spent in a period and in the one that it is compared with, and the change as a share; minor units. */
interface Compared {
  dates: Dates;
  compared: Dates;
  before: number;
  change: number | null;
}

/**
 * Whether spending has grown by so much that a person should look at it. What repeats by itself is known, and one month
 * may have it more often than another, five Thursdays or a yearly bill: what was spent besides must have grown as much.
 */
export async function hasGrown(context: Reading, found: Compared): Promise<boolean> {
  const { dates, compared, before, change } = found;
  if (change === null || change <= GROWTH_ABOVE) return false;
  const more = (await oneTimeExpenses(context, dates)) - (await oneTimeExpenses(context, compared));
  return more / before > GROWTH_ABOVE;
}

async function oneTimeExpenses(context: Reading, dates: Dates): Promise<number> {
  const sums = await readFacets(context, dates, ['recurring']);
  return sums.find(({ type, value }) => type === 'expense' && value === '0')?.amount ?? 0;
}
