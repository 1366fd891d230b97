import { endOfMonth } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { countLatestDuplicates } from '../insights/latest-duplicates.ts';
import { GROWTH_ABOVE, UNCATEGORIZED_ABOVE } from '../insights/recommendations.ts';
import { sumTotals } from '../ledger/totals.queries.ts';
import { type AtRest, listAtRest } from '../recurring/templates/at-rest.ts';
import type { MonthToDate } from './dashboard.ts';

/** Something that a person may want to settle. */
export type Attention =
  /** Spending this month is so much above the same days of the month before: 0.25 for a quarter. */
  | { kind: 'spending'; change: number }
  /** Transactions without a category; `share` of this month's spending is without one, if that is worth an alert. */
  | { kind: 'uncategorised'; count: number; share: number | null }
  | { kind: 'duplicates'; count: number }
  | { kind: 'paused' | 'ended'; templates: AtRest[] };

/** What wants the viewer's attention, the most urgent first. */
export async function readAttention(context: SignedIn, month: MonthToDate): Promise<Attention[]> {
  const { change } = month.expenses;
  const count = await countUncategorised(context, endOfMonth(month.to));
  const share = month.spending.find(({ category }) => category === null)?.share ?? 0;
  const duplicates = await countLatestDuplicates(context);
  const { paused, ended } = await listAtRest(context);
  const found: (Attention & { isDue: boolean })[] = [
    { kind: 'spending', change: change ?? 0, isDue: change !== null && change > GROWTH_ABOVE },
    {
      kind: 'uncategorised',
      count,
      share: share > UNCATEGORIZED_ABOVE ? share : null,
      isDue: count > 0,
    },
    { kind: 'duplicates', count: duplicates, isDue: duplicates > 0 },
    { kind: 'paused', templates: paused, isDue: paused.length > 0 },
    { kind: 'ended', templates: ended, isDue: ended.length > 0 },
  ];
  return found.filter(({ isDue }) => isDue).map(({ isDue: _due, ...due }) => due);
}

/** As many as the list without a category has. */
async function countUncategorised({ db, viewer }: SignedIn, to: string): Promise<number> {
  return (await sumTotals(db, viewer.id, { to }))
    .filter(({ type, category_id }) => type !== 'opening' && category_id === '')
    .reduce((sum, { count }) => sum + count, 0);
}
