import type { Db } from '../../db/open.ts';
import { endOfMonth } from '../calendar.ts';
import { type PeriodTotal, totalsByDay, totalsByMonth } from '../totals/queries.ts';
import { splitRange } from '../totals/split.ts';
import type { Filter } from './filter.ts';

interface Place {
  /** The newest day that the page can still hold. */
  to: string;
  /** Rows of that day and before it to pass over. */
  offset: number;
}

// Walks from the newest period back until the offset falls inside one.
function walk(periods: PeriodTotal[], offset: number): { period: string; offset: number } | null {
  let left = offset;
  for (const { period, count } of merged(periods)) {
    if (left < count) return { period, offset: left };
    left -= count;
  }
  return null;
}

function merged(periods: PeriodTotal[]): { period: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { period, count } of periods) counts.set(period, (counts.get(period) ?? 0) + count);
  return [...counts]
    .map(([period, count]) => ({ period, count }))
    .sort((a, b) => (a.period < b.period ? 1 : -1));
}

async function monthsOf(db: Db, userId: string, filter: Filter): Promise<PeriodTotal[]> {
  const { months, head, tail } = splitRange(filter);
  const whole = await totalsByMonth(db, userId, ...months);
  const days = [...(await totalsByDay(db, userId, ...head)), ...(await totalsByDay(db, userId, ...tail))];
  return [...whole, ...days.map((day) => ({ ...day, period: day.period.slice(0, 7) }))];
}

/**
 * Where a deep page of the newest-first list begins, told by the kept counts: no page makes the database pass over
 * more than one day's rows. Null when the list ends before it.
 */
export async function locate(db: Db, userId: string, filter: Filter, offset: number): Promise<Place | null> {
  const month = walk(await monthsOf(db, userId, filter), offset);
  if (!month) return null;
  const [from, to] = [`${month.period}-01`, endOfMonth(`${month.period}-01`)];
  const days = await totalsByDay(
    db,
    userId,
    filter.from && filter.from > from ? filter.from : from,
    filter.to && filter.to < to ? filter.to : to,
  );
  const day = walk(days, month.offset);
  return day && { to: day.period, offset: day.offset };
}
