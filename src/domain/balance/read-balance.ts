import { localNow, startOfMonth, startOfWeek } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { balanceOf, type Figures } from '../ledger/figures.ts';
import { sumFigures } from '../ledger/totals.queries.ts';
import { fromSnapshot } from '../snapshot.ts';

/** The viewer's balance: everything dated up to `asOf` (by default today), in minor units. */
export async function readBalance(
  { db, viewer, now }: Reading,
  asOf = localNow(now, viewer.preferences.timezone).date,
): Promise<Figures & { asOf: string; balance: number }> {
  const figures = await sumFigures(db, viewer.id, { to: asOf });
  return { ...figures, asOf, balance: balanceOf(figures) };
}

/** Each period up to and including `date`: that day, its week, month and year so far, and all time. */
export function balanceDetails(
  context: Reading,
  date: string,
): Promise<Record<'daily' | 'weekly' | 'monthly' | 'yearly' | 'total', Figures>> {
  return fromSnapshot(context, async ({ db, viewer }) => {
    const upTo = (from?: string) => sumFigures(db, viewer.id, { from, to: date });
    return {
      daily: await upTo(date),
      weekly: await upTo(startOfWeek(date, viewer.preferences.week_start)),
      monthly: await upTo(startOfMonth(date)),
      yearly: await upTo(`${date.slice(0, 4)}-01-01`),
      total: await upTo(),
    };
  });
}
