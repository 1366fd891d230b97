import { readParts } from '../analytics/parts.ts';
import { endOfMonth, todayOf } from '../calendar.ts';
import { categoryName } from '../categories/name.ts';
import { categoriesById } from '../categories/read.ts';
import type { Reading } from '../context.ts';
import { figuresOf } from '../ledger/figures.ts';
import type { Range } from '../ledger/split-range.ts';
import { sumFigures, sumTotals, type Total } from '../ledger/totals.queries.ts';
import { shareOf, toDecimal } from '../money.ts';

export async function summarise(context: Reading, range: Range) {
  const totals = await sumTotals(context.db, context.viewer.id, range);
  const parts = await Promise.all(
    (['expense', 'income'] as const).map(async (type) => {
      const shares = await sharesOf(
        context,
        totals.filter((total) => total.type === type),
      );
      return shares.map((share) => ({ ...share, type }));
    }),
  );
  return { ...figuresOf(totals), byCategory: parts.flat() };
}

export async function summariseMonth(context: Reading, requested: { year?: number; month?: number }) {
  const { db, viewer } = context;
  const today = todayOf(context);
  const year = requested.year ?? Number(today.slice(0, 4));
  const month = requested.month ?? Number(today.slice(5, 7));
  const from = `${year}-${String(month).padStart(2, '0')}-01`;
  const to = endOfMonth(from);
  return {
    year,
    month,
    ...(await sumFigures(db, viewer.id, { from, to })),
    daily: await readParts(context, { from, to }, 'daily'),
  };
}

export type CategoryShare = Awaited<ReturnType<typeof sharesOf>>[number];

export async function breakdown(context: Reading, range: Range, type: 'expense' | 'income') {
  const totals = await sumTotals(context.db, context.viewer.id, range);
  return sharesOf(
    context,
    totals.filter((total) => total.type === type),
  );
}

/** The parts of totals of one type: `category` is null for uncategorized transactions, `share` between 0 and 1, minor units. */
export async function sharesOf({ db, viewer, locale }: Reading, totals: Total[]) {
  const sum = totals.reduce((whole, { amount }) => whole + amount, 0);
  const byId = await categoriesById({ db, viewer });
  return totals
    .filter(({ count }) => count > 0)
    .map(({ category_id, amount, count }) => {
      const category = byId.get(category_id) ?? null;
      return {
        category,
        name: category && categoryName(category, locale),
        amount,
        count,
        share: shareOf(amount, sum),
      };
    })
    .sort((one, other) => other.amount - one.amount);
}

/** As shown in responses; `percent` has two decimals. */
export function presentShare({ category, name, amount, count, share }: CategoryShare) {
  return {
    category_id: category?.id ?? null,
    category_name: name,
    icon: category?.icon ?? null,
    color: category?.color ?? null,
    total_amount: toDecimal(amount),
    transaction_count: count,
    percent: percentOf(share),
  };
}

/** A percentage with two decimals: 0.12345 is 12.35. */
export function percentOf(share: number): number {
  return Math.round(share * 10_000) / 100 + 0;
}
