import { plusDays, startOfMonth, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { isReserved } from '../ledger/reserved-categories.ts';
import { sumTotals } from '../ledger/totals.queries.ts';
import { fromSnapshot } from '../snapshot.ts';
import { nameOrder } from '../text-order.ts';
import { figuresByCategory, findCategories, lastDates } from './categories.queries.ts';
import { matches } from './list.ts';
import { categoryName } from './name.ts';
import { isChoosable } from './read.ts';

export type ManagedCategory = Awaited<ReturnType<typeof categoriesOverview>>[number];

interface Filter {
  search?: string | undefined;
  archived?: boolean;
}

/** Sorted by name. Archived categories, and the defaults that the person deleted, are included only on request. */
export async function categoriesOverview(context: Reading, { search = '', archived = false }: Filter = {}) {
  const { viewer, locale } = context;
  const today = todayOf(context);
  const [all, figures, dates] = await fromSnapshot(context, async ({ db }) => [
    await findCategories(db, viewer.id),
    await figuresByCategory(db, viewer.id),
    await lastDates(db, viewer.id, today),
  ]);
  const compare = nameOrder(locale);
  return all
    .filter(({ id }) => !isReserved(id))
    .filter((row) => archived || isChoosable(row))
    .filter((row) => matches(row, search))
    .map((row) => {
      const { count = 0, amount = 0 } = figures.get(row.id) ?? {};
      const last = dates.get(row.id) ?? null;
      return {
        row,
        name: categoryName(row, locale),
        /** All transactions, including future ones. */
        count,
        amount,
        last,
        usage: usageOf({ count, last }, today),
      };
    })
    .sort((one, other) => compare(one.name, other.name));
}

/** Each category with its sum of the current month up to today in minor units, the largest first. */
export function categoriesOfMonth(context: Reading) {
  const { viewer } = context;
  const to = todayOf(context);
  const from = startOfMonth(to);
  return fromSnapshot(context, async (inside) => {
    const totals = Map.groupBy(
      await sumTotals(inside.db, viewer.id, { from, to }),
      ({ category_id }) => category_id,
    );
    const categories = (await categoriesOverview(inside)).map((category) => ({
      ...category,
      month: (totals.get(category.row.id) ?? []).reduce((sum, { amount }) => sum + amount, 0),
    }));
    return { from, categories: categories.sort((one, other) => other.month - one.month) };
  });
}

export type Usage = 'active' | 'underused' | 'seasonal' | 'unused';

/** Underused: fewer than 3 transactions. Seasonal: more than 5, none of them within 90 days. */
const UNDERUSED_BELOW = 3;
const SEASONAL_DAYS = 90;
const SEASONAL_ABOVE = 5;

export function usageOf({ count, last }: { count: number; last: string | null }, today: string): Usage {
  if (count === 0) return 'unused';
  if (count < UNDERUSED_BELOW) return 'underused';
  const isDormant = last !== null && last <= plusDays(today, -SEASONAL_DAYS);
  return count > SEASONAL_ABOVE && isDormant ? 'seasonal' : 'active';
}
