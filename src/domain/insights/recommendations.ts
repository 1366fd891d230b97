import type { Dates } from '../analytics/periods.ts';
import type { Reading } from '../context.ts';
import { readFacets } from '../ledger/read-facets.ts';
import { sumTotals } from '../ledger/totals.queries.ts';

/** A larger share without a category, or larger growth of spending, is worth a recommendation. */
const UNCATEGORIZED_ABOVE = 0.3;
const GROWTH_ABOVE = 0.2;

type AdviceType =
  | 'verify_transactions'
  | 'review_duplicates'
  | 'spending_increase'
  | 'categorize_transactions';

/** Not yet translated; `value` is a count, or the growth of spending as a share. */
export interface Advice {
  type: AdviceType;
  priority: 'high' | 'medium' | 'low';
  value: number;
}

interface Findings {
  totalAnalyzed: number;
  highRiskCount: number;
  potentialDuplicates: number;
  uncategorized: number;
  growth: number | null;
}

export function adviceFor(findings: Findings): Advice[] {
  const { totalAnalyzed, highRiskCount, potentialDuplicates, uncategorized, growth } = findings;
  const advice: (Advice & { isDue: boolean })[] = [
    { type: 'verify_transactions', priority: 'high', value: highRiskCount, isDue: highRiskCount > 0 },
    {
      type: 'review_duplicates',
      priority: 'medium',
      value: potentialDuplicates,
      isDue: potentialDuplicates > 0,
    },
    {
      type: 'spending_increase',
      priority: 'medium',
      value: growth ?? 0,
      isDue: growth !== null && growth > GROWTH_ABOVE,
    },
    {
      type: 'categorize_transactions',
      priority: 'low',
      value: uncategorized,
      isDue: uncategorized / totalAnalyzed > UNCATEGORIZED_ABOVE,
    },
  ];
  return advice.filter(({ isDue }) => isDue).map(({ isDue: _due, ...due }) => due);
}

/** The share of expenses without a category; null if it is not worth a recommendation. */
export function uncategorizedShare(
  expenses: readonly { category: object | null; share: number }[],
): number | null {
  const share = expenses.find(({ category }) => category === null)?.share ?? 0;
  return share > UNCATEGORIZED_ABOVE ? share : null;
}

/** Without opening balances and transfers. */
export async function countUncategorized({ db, viewer }: Reading, dates: { from: string; to: string }) {
  const counts = { uncategorized: 0, totalAnalyzed: 0 };
  for (const { type, category_id, count } of await sumTotals(db, viewer.id, dates)) {
    if (type === 'opening' || type === 'transfer') continue;
    counts.totalAnalyzed += count;
    if (category_id === '') counts.uncategorized += count;
  }
  return counts;
}

/** `before` is the spending of the compared period in minor units, `change` the change since as a share. */
interface Compared {
  dates: Dates;
  compared: Dates;
  before: number;
  change: number | null;
}

/**
 * Whether spending has grown enough to show it to the person. A month may have more recurring expenses than another
 * (five Thursdays, a yearly bill), which the person knows, so one-time expenses must have grown as much.
 */
export async function hasGrown(context: Reading, comparison: Compared): Promise<boolean> {
  const { dates, compared, before, change } = comparison;
  if (change === null || change <= GROWTH_ABOVE) return false;
  const oneTimeGrowth = (await oneTimeExpenses(context, dates)) - (await oneTimeExpenses(context, compared));
  return oneTimeGrowth / before > GROWTH_ABOVE;
}

async function oneTimeExpenses(context: Reading, dates: Dates): Promise<number> {
  const sums = await readFacets(context, dates, ['recurring']);
  return sums.find(({ type, value }) => type === 'expense' && value === '0')?.amount ?? 0;
}
