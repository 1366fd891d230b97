import { endOfMonth, localNow } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { type Figures, figuresOf } from '../totals/figures.ts';
import { sumTotals, totalsByDay } from '../totals/queries.ts';
import { type CategoryShare, sharesOf } from './breakdown.ts';
import { type DayFigures, daysOf } from './days.ts';

/** What a range of dates sums up to, with the parts of each category; open ends have no limit. */
export async function summarise(
  context: SignedIn,
  range: { from?: string | undefined; to?: string | undefined },
): Promise<Figures & { byCategory: (CategoryShare & { type: 'expense' | 'income' })[] }> {
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

/** A calendar month, the present one unless told, with each of its days. */
export async function summariseMonth(
  { db, viewer, now }: SignedIn,
  wanted: { year?: number | undefined; month?: number | undefined },
): Promise<Figures & { year: number; month: number; daily: DayFigures[] }> {
  const today = localNow(now, viewer.preferences.timezone).date;
  const year = wanted.year ?? Number(today.slice(0, 4));
  const month = wanted.month ?? Number(today.slice(5, 7));
  const from = `${year}-${String(month).padStart(2, '0')}-01`;
  const to = endOfMonth(from);
  const totals = await totalsByDay(db, viewer.id, from, to);
  return { year, month, ...figuresOf(totals), daily: daysOf(totals, from, to) };
}
