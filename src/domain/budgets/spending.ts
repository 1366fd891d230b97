import { endOfMonth, monthOf, plusDays, plusMonths, startOfMonth } from '../calendar.ts';
import type { Reading } from '../context.ts';
import {
  type SpentRow,
  spentAtStarts,
  spentByDay,
  spentByDayOf,
  spentByMonth,
  spentByMonthOf,
} from './budgets.queries.ts';
import type { Budget } from './budgets.ts';
import { monthsBetween, startOf } from './periods.ts';

interface SpendingRange {
  budget: Budget;
  /** The first day of the earliest of its periods that is asked for. */
  begins: string;
}

/** The database looks up the sums of at most so many categories; for more, it is faster to read those of all. */
const FEW = 60;

/**
 * Reads sums of whole months, and of days only where a period begins or ends within a month: a budget of ten years has
 * too many days.
 * @param date of its month, every day is cached
 */
export async function readSpending(
  { db, viewer }: Reading,
  ranges: readonly SpendingRange[],
  { date, last = date }: { date: string; last?: string | undefined },
): Promise<Spending> {
  const first = (is: (one: SpendingRange) => boolean) => {
    let earliest: string | undefined;
    for (const one of ranges)
      if ((earliest === undefined || one.begins < earliest) && is(one)) earliest = one.begins;
    return startOfMonth(earliest ?? date);
  };
  const isWithin = ({ budget }: SpendingRange) => budget.period !== 'weekly' && budget.start_day > 1;
  const isOneYear = ({ budget, begins }: SpendingRange) =>
    budget.period === 'yearly' && monthsBetween(begins, date) < 12;
  const [start = date] = [first(() => true), startOfMonth(date)].toSorted();
  const [daily = date] = [first(({ budget }) => budget.period === 'weekly'), startOfMonth(date)].toSorted();
  const heads = first((one) => isWithin(one) && !isOneYear(one));
  const latest = Math.max(...ranges.map((one) => (isWithin(one) ? one.budget.start_day : 0)));
  // A single year needs only the days of January before its first one.
  const januaries = ranges.flatMap((one) =>
    isWithin(one) && isOneYear(one) ? startOfMonth(one.begins) : [],
  );
  const spending = new Spending(start, last);
  const ids = [...new Set(ranges.flatMap(({ budget }) => budget.category_ids))];
  const isFew = ids.length <= FEW;
  const ofMonths = isFew
    ? spentByMonthOf(db, viewer.id, ids, monthsFrom(daily, plusMonths(startOfMonth(last), 1)))
    : spentByMonth(db, viewer.id, monthOf(daily), monthOf(last));
  for (const row of await ofMonths) spending.addMonth(row);
  // Months before those of all days are asked for by few budgets, unless all periods are.
  const far = ranges.flatMap(({ budget, begins }) => (begins < daily ? budget.category_ids : []));
  if (far.length > 0)
    for (const row of await spentByMonthOf(db, viewer.id, [...new Set(far)], monthsFrom(start, daily)))
      spending.addMonth(row);
  const ofDays = isFew
    ? spentByDayOf(db, viewer.id, ids, { from: daily, to: last })
    : spentByDay(db, viewer.id, daily, last);
  for (const row of await ofDays) spending.addDay(row);
  const earlier = [...new Set(januaries)].filter((month) => month < daily && month < heads);
  const spans = [...earlier.map((month) => [month, endOfMonth(month)] as const), [heads, daily] as const];
  const before = String(latest).padStart(2, '0');
  for (const [from, to] of spans) {
    if (from >= to) continue;
    const atStarts = isFew
      ? spentByDayOf(db, viewer.id, ids, { from, to: plusDays(to, -1), before })
      : spentAtStarts(db, viewer.id, from, to, before);
    for (const row of await atStarts) spending.addDay(row);
  }
  return spending;
}

/** Up to the one that begins on a day, which is left out. */
function monthsFrom(first: string, before: string): string[] {
  const months: string[] = [];
  for (let day = startOfMonth(first); day < before; day = plusMonths(day, 1)) months.push(monthOf(day));
  return months;
}

const monthNumber = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** A day on which a period begins, in parts. */
export interface Start {
  from: string;
  month: number;
  day: number;
}

export const startAt = (from: string): Start => ({
  from,
  month: monthNumber(from),
  day: Number(from.slice(8)),
});

interface OfCategory {
  /** The sum of each month, then of all months before it. */
  months: number[];
  days: Map<number, { day: number; amount: number }[]>;
}

/** What was spent by category up to any day on which a period begins; refunds lower it. */
class Spending {
  readonly #first: number;
  readonly #size: number;
  readonly #categories = new Map<string, OfCategory>();
  readonly #starts = new Map<string, Start[]>();
  #isSummed = false;

  constructor(start: string, last: string) {
    this.#first = monthNumber(start);
    this.#size = monthNumber(last) - this.#first + 2;
  }

  addMonth({ date, category_id, type, amount }: SpentRow): void {
    const { months } = this.#of(category_id);
    const index = monthNumber(date) - this.#first + 1;
    months[index] = (months[index] ?? 0) + (type === 'income' ? -amount : amount);
  }

  addDay({ date, category_id, type, amount }: SpentRow): void {
    const { days } = this.#of(category_id);
    const index = monthNumber(date) - this.#first;
    const those = days.get(index) ?? [];
    those.push({ day: Number(date.slice(8)), amount: type === 'income' ? -amount : amount });
    days.set(index, those);
  }

  /** Since the first month. */
  before({ category_ids }: Budget, { month, day }: Start): number {
    this.#sum();
    const index = month - this.#first;
    let sum = 0;
    for (const id of category_ids) {
      const category = this.#categories.get(id);
      if (!category) continue;
      sum += category.months[index] ?? 0;
      if (day > 1) for (const one of category.days.get(index) ?? []) if (one.day < day) sum += one.amount;
    }
    return sum;
  }

  /** The first days of a budget's periods, by index; most budgets share them. */
  startsOf(budget: Budget): (index: number) => Start {
    const key = `${budget.period} ${budget.starts_on}`;
    const starts = this.#starts.get(key) ?? [];
    this.#starts.set(key, starts);
    return (index) => (starts[index] ??= startAt(startOf(budget, index)));
  }

  #of(id: string): OfCategory {
    const cached = this.#categories.get(id);
    if (cached) return cached;
    const made = { months: new Array<number>(this.#size).fill(0), days: new Map() };
    this.#categories.set(id, made);
    return made;
  }

  #sum(): void {
    if (this.#isSummed) return;
    this.#isSummed = true;
    for (const { months } of this.#categories.values())
      for (let index = 1; index < months.length; index += 1)
        months[index] = (months[index] ?? 0) + (months[index - 1] ?? 0);
  }
}

export type { Spending };
