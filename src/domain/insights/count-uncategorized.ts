import type { Reading } from '../context.ts';
import { sumTotals } from '../ledger/totals.queries.ts';

/** How many transactions of a range have no category, and how many there are; without opening balances. */
export async function countUncategorized(
  { db, viewer }: Reading,
  dates: { from: string; to: string },
): Promise<{ uncategorized: number; totalAnalyzed: number }> {
  const counts = { uncategorized: 0, totalAnalyzed: 0 };
  for (const { type, category_id, count } of await sumTotals(db, viewer.id, dates)) {
    if (type === 'opening') continue;
    counts.totalAnalyzed += count;
    if (category_id === '') counts.uncategorized += count;
  }
  return counts;
}
