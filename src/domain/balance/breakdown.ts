import type { CategoryRow } from '../../db/tables.ts';
import { nameOf } from '../categories/name.ts';
import { findCategories } from '../categories/queries.ts';
import type { SignedIn } from '../context.ts';
import { sumTotals, type Total } from '../totals/queries.ts';
import type { Range } from '../totals/split.ts';

/** A category's part of a range; `category` is null for what has none, `share` between 0 and 1, minor units. */
export interface CategoryShare {
  category: CategoryRow | null;
  name: string | null;
  amount: number;
  count: number;
  share: number;
}

/** What a range went to (or came from), largest first. */
export async function breakdown(
  context: SignedIn,
  range: Range,
  type: 'expense' | 'income',
): Promise<CategoryShare[]> {
  const totals = await sumTotals(context.db, context.viewer.id, range);
  return sharesOf(
    context,
    totals.filter((total) => total.type === type),
  );
}

/** The shares of totals that are already there. */
export async function sharesOf({ db, viewer, locale }: SignedIn, totals: Total[]): Promise<CategoryShare[]> {
  const sum = totals.reduce((whole, { amount }) => whole + amount, 0);
  const byId = new Map((await findCategories(db, viewer.id)).map((category) => [category.id, category]));
  return totals
    .filter(({ count }) => count > 0)
    .map(({ category_id, amount, count }) => {
      const category = byId.get(category_id) ?? null;
      return { category, name: category && nameOf(category, locale), amount, count, share: amount / sum };
    })
    .sort((one, other) => other.amount - one.amount);
}
