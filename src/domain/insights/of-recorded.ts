import type { SignedIn } from '../context.ts';
import { withCategories } from '../transactions/list.ts';
import { findTransaction } from '../transactions/queries.ts';
import { type Insights, insightsFor } from './check.ts';
import { observe } from './observed.ts';

/** What the rules say of one of the viewer's recorded transactions; null for one that is not there (any more). */
export async function insightsOfRecorded(context: SignedIn, id: string): Promise<Insights | null> {
  const row = await findTransaction(context.db, context.viewer.id, id);
  if (!row) return null;
  const [entry] = await withCategories(context, [row]);
  return insightsFor(context, { transaction: observe(row), categoryName: entry?.category?.name ?? null });
}
