import { meanOf } from '../../analytics/statistics.ts';
import { endOfMonth, monthOf, plusMonths, startOfMonth } from '../../calendar.ts';

/** A month or weekday is high from a quarter above the average on. */
const HIGH = 1.25;

/** The indexes that are high in every part: a single high amount may be chance. */
export function highPlaces(parts: readonly (readonly number[])[]): number[] {
  const [first = []] = parts;
  const means = parts.map(meanOf);
  return [...first.keys()].filter((index) =>
    parts.every((amounts, part) => {
      const mean = means[part] ?? 0;
      return mean > 0 && (amounts[index] ?? 0) >= mean * HIGH;
    }),
  );
}

/** Months need two whole years, weekdays one. */
const YEARS = 24;
const YEAR = 12;

/** With fewer transactions in half a year, their weekday may be chance. */
const MIN_COUNT = 4;

/** A complete month; minor units. */
export interface SeasonMonth {
  month: string;
  amount: number;
}

/** The same month of the last two years, the later one first. */
interface YearMonth {
  months: [SeasonMonth, SeasonMonth];
  isHigh: boolean;
}

type MonthsOfYear = { months: YearMonth[] } | { missingMonths: number };

/** From January on; `months` are the complete months since the first use, oldest first, without gaps. */
export function monthsOfYear(months: readonly SeasonMonth[]): MonthsOfYear {
  if (months.length < YEARS) return { missingMonths: YEARS - months.length };
  const [earlier, later] = [months.slice(-YEARS, -YEAR), months.slice(-YEAR)];
  const high = highPlaces([earlier, later].map((year) => year.map(({ amount }) => amount)));
  const compared = later.map((month, index): YearMonth => {
    const before = earlier[index] ?? month;
    return { months: [month, before], isHigh: high.includes(index) };
  });
  const monthOfYear = ({ months: [{ month }] }: YearMonth) => month.slice(5);
  return { months: compared.sort((one, other) => (monthOfYear(one) < monthOfYear(other) ? -1 : 1)) };
}

interface WeekdaySum {
  weekday: number;
  amount: number;
  count: number;
  isHigh: boolean;
}

interface Day {
  date: string;
  amount: number;
  count: number;
}

export function weekdayYear(today: string): { from: string; to: string } {
  const thisMonth = startOfMonth(today);
  return { from: plusMonths(thisMonth, -YEAR), to: endOfMonth(plusMonths(thisMonth, -1)) };
}

export type Weekdays = { weekdays: WeekdaySum[]; from: string; to: string } | { missingMonths: number };

/** From Sunday on; `months` is the number of complete months since the first use. */
export function weekdaysOf(days: readonly Day[], months: number, today: string): Weekdays {
  if (months < YEAR) return { missingMonths: YEAR - months };
  const { from, to } = weekdayYear(today);
  const middle = monthOf(plusMonths(from, YEAR / 2));
  const sums = Array.from({ length: 7 }, (_, weekday) => ({ weekday, amount: 0, count: 0 }));
  const halves = [Array<number>(7).fill(0), Array<number>(7).fill(0)];
  const counts = [Array<number>(7).fill(0), Array<number>(7).fill(0)];
  for (const { date, amount, count } of days) {
    if (date < from || date > to) continue;
    const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
    const sum = sums[weekday];
    const half = monthOf(date) < middle ? 0 : 1;
    const [part, counted] = [halves[half], counts[half]];
    if (!sum || !part || !counted) continue;
    sum.amount += amount;
    sum.count += count;
    part[weekday] = (part[weekday] ?? 0) + amount;
    counted[weekday] = (counted[weekday] ?? 0) + count;
  }
  const high = highPlaces(halves).filter((weekday) =>
    counts.every((counted) => (counted[weekday] ?? 0) >= MIN_COUNT),
  );
  return { weekdays: sums.map((sum) => ({ ...sum, isHigh: high.includes(sum.weekday) })), from, to };
}
