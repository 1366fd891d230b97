import { endOfMonth, monthOf, plusDays, startOfWeek } from '../../domain/calendar.ts';
import type { UpcomingOccurrence } from '../../domain/recurring/occurrences/upcoming.ts';

export interface UpcomingDay {
  date: string;
  occurrences: UpcomingOccurrence[];
  /** Income minus expenses in minor units, without skipped occurrences and transfers; `count` is how many these are. */
  net: number;
  count: number;
}

/** Groups occurrences by day, the largest first and skipped ones last. @param upcoming sorted by date */
export function groupByDay(upcoming: UpcomingOccurrence[]): UpcomingDay[] {
  return [...Map.groupBy(upcoming, ({ date }) => date)].map(([date, unsorted]) => {
    const occurrences = unsorted.toSorted(
      (first, second) => Number(first.isSkipped) - Number(second.isSkipped) || second.amount - first.amount,
    );
    const counted = occurrences.filter(({ isSkipped, type }) => !isSkipped && type !== 'transfer');
    const signed = counted.map(({ type, amount }) => (type === 'income' ? amount : -amount));
    return { date, occurrences, net: signed.reduce((sum, amount) => sum + amount, 0), count: counted.length };
  });
}

interface MonthGrid {
  month: string;
  /** A date of each day of the week, also of those on which the grid has no day. */
  weekdays: string[];
  /** Seven dates each; null for a day of another month. */
  weeks: (string | null)[][];
}

export function monthGrids(
  { from, to }: { from: string; to: string },
  weekStart: 'sunday' | 'monday',
): MonthGrid[] {
  const grids: MonthGrid[] = [];
  for (let first = from; first <= to; first = plusDays(endOfMonth(first), 1)) {
    const month = monthOf(first);
    const last = endOfMonth(first) < to ? endOfMonth(first) : to;
    const weekdays = weekFrom(startOfWeek(first, weekStart));
    const weeks: MonthGrid['weeks'] = [];
    for (let week = weekdays[0] ?? first; week <= last; week = plusDays(week, 7))
      weeks.push(weekFrom(week).map((date) => (monthOf(date) === month ? date : null)));
    grids.push({ month, weekdays, weeks });
  }
  return grids;
}

const weekFrom = (first: string) => Array.from({ length: 7 }, (_, index) => plusDays(first, index));
