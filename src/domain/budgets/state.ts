import { LRUCache } from 'lru-cache';
import { endOfMonth, monthOf, plusDays, startOfMonth, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { invalid } from '../error.ts';
import { readRevision } from '../ledger/ledger.ts';
import { accountsOf } from '../ledger/of-accounts.ts';
import { toDecimal } from '../money.ts';
import { fromSnapshot } from '../snapshot.ts';
import { isTooFarAhead } from '../transactions/schema.ts';
import {
  recurringIn,
  type Spent,
  type SpentRow,
  spentAtStarts,
  spentByDay,
  spentByDayOf,
  spentByMonth,
  spentByMonthOf,
} from './budgets.queries.ts';
import { amountOf, type Budget, readBudgets } from './budgets.ts';
import { daysBetween, type Period, periodOf } from './periods.ts';

export type Pace = 'under' | 'on' | 'over';

/** A budget in one of its periods; minor units. */
export interface BudgetState {
  budget: Budget;
  period: Period;
  amount: number;
  /** What earlier periods left, or overspent where it is negative. */
  carried: number;
  /** Up to the day of the state; refunds lower it. */
  spent: number;
  /** What is already recorded for the days after it, by recurring templates or by hand. */
  committed: number;
  left: number;
  pace: Pace;
  /** What will be spent at the end of the period at this pace. */
  projected: number;
}

/** Less than this share of the amount at the end is under it. */
const UNDER = 0.9;

/** How much of a budget is spent, 1 for all; what is spent of nothing is past its end. */
export function shareOf({ amount, carried, spent }: BudgetState): number {
  const total = amount + carried;
  if (total > 0) return spent / total;
  return spent > 0 ? 2 : 1;
}

/**
 * The states of all active budgets on a day, today by default, without those that begin later; or of those that
 * `only` names.
 * @throws DomainError VALIDATION_ERROR for a day so far ahead that going through the periods until then takes too long
 */
export function readStates(
  context: Reading,
  date = todayOf(context),
  only?: (budget: Budget) => boolean,
): Promise<BudgetState[]> {
  if (isTooFarAhead(date, todayOf(context))) throw invalid({ field: 'date', message: 'errors:dateFuture' });
  return fromSnapshot(context, async (inside) => {
    const money = await keyOfMoney(inside);
    if (only) return statesOf(inside, date, money, only);
    const key = `${money} ${date}`;
    const known = knownStates.get(key);
    if (known) return known;
    const states = await statesOf(inside, date, money, ({ starts_on }) => starts_on <= date);
    knownStates.set(key, states);
    return states;
  });
}

async function statesOf(
  context: Reading,
  date: string,
  money: string,
  only: (budget: Budget) => boolean,
): Promise<BudgetState[]> {
  const budgets = (await readBudgets(context)).filter((budget) => budget.is_active && only(budget));
  if (budgets.length === 0) return [];
  const periods = budgets.map((budget) => periodOf(budget, date, budget.starts_on));
  const last = [date, ...periods.map(({ to }) => to)].toSorted().at(-1);
  const before = carriedBefore(money);
  const wanted = budgets.map((budget, index) => {
    const { from = date } = periods[index] ?? {};
    const carried = budget.carry === 'none' || from <= budget.starts_on ? 0 : before.get(budget, from);
    return { budget, begins: carried === undefined ? budget.starts_on : from, carried };
  });
  const spending = await readSpending(context, wanted, { date, last });
  const recurring = await readRecurring(context, budgets, periods, date);
  const tomorrow = plusDays(date, 1);
  return budgets.map((budget, index) => {
    const period = periods[index] as Period;
    const until = spending.before(budget, tomorrow);
    const spent = until - spending.before(budget, period.from);
    const committed = spending.before(budget, plusDays(period.to, 1)) - until;
    const amount = amountOf(budget, period.from);
    const carried =
      wanted[index]?.carried ?? before.set(budget, period.from, carriedInto(budget, period, spending));
    const total = amount + carried;
    const elapsed = daysBetween(period.from, date) + 1;
    const remaining = daysBetween(date, period.to);
    const everyday = (Math.max(0, spent - sumSince(recurring, budget, period.from)) / elapsed) * remaining;
    // A year has everything that recurs in what was spent already.
    const projected =
      spent +
      (budget.period === 'yearly'
        ? Math.max(committed, Math.round(everyday))
        : committed + Math.round(everyday));
    const pace = projected > total ? 'over' : projected < total * UNDER ? 'under' : 'on';
    return { budget, period, amount, carried, spent, committed, left: total - spent, pace, projected };
  });
}

/** Whether a budget has begun and has a category. */
export const isOf =
  (categoryId: string, date = '9999') =>
  ({ category_ids, starts_on }: Budget) =>
    category_ids.includes(categoryId) && starts_on <= date;

/** A budget in its current period and in those before it, some from before it began, the latest first. */
export function readHistory(context: Reading, budget: Budget, periods: number): Promise<BudgetState[]> {
  return fromSnapshot(context, async (inside) => {
    const history: BudgetState[] = [];
    for (let date = todayOf(inside); history.length < periods; ) {
      const [state] = await readStates(inside, date, ({ id }) => id === budget.id);
      if (!state) break;
      history.push(state);
      date = plusDays(state.period.from, -1);
    }
    return history;
  });
}

// Most pages ask for the states of a day again and again, and carrying over goes through years of sums: both stay the
// same until the person's money or budgets change. Not for use inside a ledger, which may still be rolled back.
const knownStates = new LRUCache<string, BudgetState[]>({
  maxSize: 30_000,
  sizeCalculation: ({ length }) => length + 1,
});
const carriedAmounts = new LRUCache<string, number>({ max: 30_000 });

/** Differs once the person's money or budgets have changed. */
const keyOfMoney = async (context: Reading) =>
  `${context.viewer.id} ${accountsOf(context.db)} ${await readRevision(context)}`;

function carriedBefore(money: string) {
  const keyOf = ({ id }: Budget, from: string) => `${money} ${id} ${from}`;
  return {
    get: (budget: Budget, from: string) => carriedAmounts.get(keyOf(budget, from)),
    set(budget: Budget, from: string, carried: number) {
      carriedAmounts.set(keyOf(budget, from), carried);
      return carried;
    },
  };
}

interface Wanted {
  budget: Budget;
  /** The first day of the earliest of its periods that is asked for. */
  begins: string;
  /** What was carried into that period; if it is known, no other period is asked for. */
  carried?: number | undefined;
}

/** Of so many categories the database looks for sums; of more, it is faster to read those of all. */
const FEW = 60;

/**
 * Reads sums of whole months, and of days only where a period begins or ends within a month: a budget of ten years has
 * too many days.
 * @param date of its month, every day is known
 */
export async function readSpending(
  { db, viewer }: Reading,
  wanted: readonly Wanted[],
  { date, last = date }: { date: string; last?: string | undefined },
): Promise<Spending> {
  const first = (is: (one: Wanted) => boolean) =>
    startOfMonth(wanted.flatMap((one) => (is(one) ? one.begins : [])).toSorted()[0] ?? date);
  const isKnown = ({ carried }: Wanted) => carried !== undefined;
  const isWithin = ({ budget }: Wanted) => budget.period !== 'weekly' && budget.start_day > 1;
  const isNear = (one: Wanted) =>
    one.budget.period === 'weekly' || (isKnown(one) && one.budget.period === 'monthly');
  const [start = date] = [first(() => true), startOfMonth(date)].toSorted();
  const [daily = date] = [first(isNear), startOfMonth(date)].toSorted();
  const heads = first((one) => isWithin(one) && !isKnown(one));
  const latest = Math.max(...wanted.map((one) => (isWithin(one) ? one.budget.start_day : 0)));
  // Of a year whose carry-over is known, only the days of January before its first one.
  const januaries = wanted.flatMap((one) => (isWithin(one) && isKnown(one) ? startOfMonth(one.begins) : []));
  const spending = new Spending(start, last);
  const ids = [...new Set(wanted.flatMap(({ budget }) => budget.category_ids))];
  const isFew = ids.length <= FEW;
  const months = { from: monthOf(daily), before: last };
  const ofMonths = isFew
    ? spentByMonthOf(db, viewer.id, ids, months)
    : spentByMonth(db, viewer.id, monthOf(daily), monthOf(last));
  for (const row of await ofMonths) spending.addMonth(row);
  // Months before those of all days are asked for by few budgets, if what was carried over is known.
  const earlierMonths = { from: monthOf(start), before: monthOf(daily) };
  const far = wanted.flatMap(({ budget, begins }) => (begins < daily ? budget.category_ids : []));
  if (far.length > 0)
    for (const row of await spentByMonthOf(db, viewer.id, [...new Set(far)], earlierMonths))
      spending.addMonth(row);
  const ofDays = isFew
    ? spentByDayOf(db, viewer.id, ids, { from: daily, to: last })
    : spentByDay(db, viewer.id, daily, last);
  for (const row of await ofDays) spending.addDay(row);
  const earlier = [...new Set(januaries)].filter((month) => month < daily && month < heads);
  const ranges = [...earlier.map((month) => [month, endOfMonth(month)] as const), [heads, daily] as const];
  const before = String(latest).padStart(2, '0');
  for (const [from, to] of ranges) {
    if (from >= to) continue;
    const atStarts = isFew
      ? spentByDayOf(db, viewer.id, ids, { from, to: plusDays(to, -1), before })
      : spentAtStarts(db, viewer.id, from, to, before);
    for (const row of await atStarts) spending.addDay(row);
  }
  return spending;
}

const monthNumber = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** The first day of a period. */
interface Start {
  from: string;
  month: number;
  day: number;
}

const startAt = (from: string): Start => ({ from, month: monthNumber(from), day: Number(from.slice(8)) });

interface OfCategory {
  /** Of each month, then of all months before it. */
  months: number[];
  days: Map<number, { day: number; amount: number }[]>;
}

/** What was spent by category up to any day on which a period begins; refunds lower it. */
class Spending {
  readonly #first: number;
  readonly #size: number;
  readonly #categories = new Map<string, OfCategory>();
  readonly #starts = new Map<string, readonly Start[]>();
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
  before({ category_ids }: Budget, date: string): number {
    return this.beforeDay(category_ids, startAt(date));
  }

  /** The first days of a budget's periods up to one of them; most budgets share them. */
  startsOf({ period, starts_on }: Budget, last: string): readonly Start[] {
    const key = `${period} ${starts_on} ${last}`;
    const known = this.#starts.get(key);
    if (known) return known;
    const starts: Start[] = [];
    const months = period === 'monthly' ? 1 : 12;
    let from = starts_on;
    while (from <= last) {
      starts.push(startAt(from));
      from = period === 'weekly' ? weekAfter(from) : monthsAfter(from, months);
    }
    this.#starts.set(key, starts);
    return starts;
  }

  beforeDay(ids: readonly string[], { month, day }: Start): number {
    this.#sum();
    const index = month - this.#first;
    let sum = 0;
    for (const id of ids) {
      const category = this.#categories.get(id);
      if (!category) continue;
      sum += category.months[index] ?? 0;
      if (day > 1) for (const one of category.days.get(index) ?? []) if (one.day < day) sum += one.amount;
    }
    return sum;
  }

  #of(id: string): OfCategory {
    const known = this.#categories.get(id);
    if (known) return known;
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

/** Goes through all periods since the budget began. */
function carriedInto(budget: Budget, into: Period, spending: Spending): number {
  const { carry, carry_cap, category_ids, amounts } = budget;
  if (carry === 'none' || budget.starts_on >= into.from) return 0;
  const [first, ...others] = spending.startsOf(budget, into.from);
  let carried = 0;
  let { from } = first as Start;
  let before = spending.beforeDay(category_ids, first as Start);
  let latest = 0;
  for (const next of others) {
    while ((amounts[latest + 1]?.starts_on ?? '9999') <= from) latest += 1;
    const until = spending.beforeDay(category_ids, next);
    const left = (amounts[latest]?.amount ?? 0) + carried - (until - before);
    carried = carry === 'overspent' ? Math.min(0, left) : Math.min(left, carry_cap ?? left);
    before = until;
    from = next.from;
  }
  return carried;
}

const weekAfter = (date: string) => new Date(Date.parse(date) + 7 * 86_400_000).toISOString().slice(0, 10);

/** For days that every month has. */
function monthsAfter(date: string, months: number): string {
  const number = monthNumber(date) - 1 + months;
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}${date.slice(7)}`;
}

/** What recurring templates took up to a day in weeks and months; by category. */
async function readRecurring(
  { db, viewer }: Reading,
  budgets: readonly Budget[],
  periods: readonly Period[],
  date: string,
): Promise<Map<string, Spent[]>> {
  const [from] = periods
    .filter((_, index) => budgets[index]?.period !== 'yearly')
    .map((period) => period.from)
    .toSorted();
  const rows = from ? await recurringIn(db, viewer.id, { from, to: date }) : [];
  return Map.groupBy(rows, ({ category_id }) => category_id);
}

function sumSince(
  sums: ReadonlyMap<string, Spent[]>,
  { category_ids, period }: Budget,
  from: string,
): number {
  if (period === 'yearly') return 0;
  let sum = 0;
  for (const id of category_ids)
    for (const { date, amount } of sums.get(id) ?? []) if (date >= from) sum += amount;
  return sum;
}

/** A state for API answers: amounts as decimals. */
export function presentState({ budget, period, pace, ...figures }: BudgetState) {
  return {
    budget_id: budget.id,
    period,
    amount: toDecimal(figures.amount),
    carried: toDecimal(figures.carried),
    spent: toDecimal(figures.spent),
    committed: toDecimal(figures.committed),
    left: toDecimal(figures.left),
    pace,
    projected: toDecimal(figures.projected),
  };
}
