import { endOfMonth, monthOf, plusDays, startOfWeek } from '../calendar.ts';
import type { Coming } from './coming.ts';
import type { Window } from './outlook/queries.ts';

/** A day on which something falls; `net` is what it brings or takes in all, in minor units, skipped things left out. */
export interface ComingDay {
  day: string;
  items: Coming[];
  net: number;
  /** How many of its things are not skipped. */
  count: number;
}

/** Things in the order of their days → the days on which any of them falls. */
export function daysOf(coming: Coming[]): ComingDay[] {
  return [...Map.groupBy(coming, ({ day }) => day)].map(([day, items]) => {
    const counted = items.filter(({ isSkipped }) => !isSkipped);
    const signed = counted.map(({ type, amount }) => (type === 'income' ? amount : -amount));
    return { day, items, net: signed.reduce((sum, amount) => sum + amount, 0), count: counted.length };
  });
}

export interface MonthGrid {
  /** `YYYY-MM`. */
  month: string;
  /** Seven dates each; null for a day of another month. */
  weeks: (string | null)[][];
}

/** The months that some days touch, as weeks; weeks without any of those days are left out. */
export function monthGrids({ from, to }: Window, weekStart: 'sunday' | 'monday'): MonthGrid[] {
  const grids: MonthGrid[] = [];
  for (let first = from; first <= to; first = plusDays(endOfMonth(first), 1)) {
    const month = monthOf(first);
    const last = endOfMonth(first) < to ? endOfMonth(first) : to;
    const weeks: MonthGrid['weeks'] = [];
    for (let week = startOfWeek(first, weekStart); week <= last; week = plusDays(week, 7))
      weeks.push(
        Array.from({ length: 7 }, (_, index) => plusDays(week, index)).map((date) =>
          monthOf(date) === month ? date : null,
        ),
      );
    grids.push({ month, weeks });
  }
  return grids;
}
