import { LRUCache } from 'lru-cache';
import { daysBetween, plusDays, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { invalid } from '../error.ts';
import { readRevision } from '../ledger/ledger.ts';
import { accountsOf } from '../ledger/of-accounts.ts';
import { toDecimal } from '../money.ts';
import { readExpectedSpending } from '../money-accounts/cards/read-expected.ts';
import { fromSnapshot } from '../snapshot.ts';
import { isTooFarAhead } from '../transactions/schema.ts';
import { findUnratedIn, recurringIn, type Spent } from './budgets.queries.ts';
import { amountOf, type Budget, readBudgets } from './budgets.ts';
import { carriedInto } from './carried.ts';
import { type Period, periodIndex, periodOf, startOf } from './periods.ts';
import { readSpending, startAt } from './spending.ts';

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
  /**
   * What is recorded for the days after it, by recurring templates or by hand, and what is expected of purchases in
   * payments, on whatever day of the period its row will have.
   */
  committed: number;
  left: number;
  pace: Pace;
  /** What will be spent at the end of the period at this pace. */
  projected: number;
  /** Whether something in it, or in what it carries over, has no rate, and so is nothing in every figure. */
  lacksRate: boolean;
}

/** Less than this share of the amount at the end is under it. */
const UNDER = 0.9;

/** The sums of budgets: what one is over takes nothing from the others. */
export const leftAndOver = (lefts: readonly number[]) => ({
  left: lefts.reduce((sum, left) => sum + Math.max(0, left), 0),
  over: lefts.reduce((sum, left) => sum + Math.max(0, -left), 0),
});

/** A state on the first day of a period that has not begun: what is recorded for that day is not spent yet. */
export const beforeBegin = ({ spent, ...state }: BudgetState): BudgetState => ({
  ...state,
  spent: 0,
  committed: state.committed + spent,
  left: state.left + spent,
});

/** From this percentage on a budget is near its end: it is shown first, and reminded of. */
export const NEAR_END = 80;

export function isNearEnd(state: BudgetState): boolean {
  return state.left < 0 || state.pace === 'over' || usedShare(state) * 100 >= NEAR_END;
}

/** How much of a budget is spent, 1 for all; what is spent of nothing is past its end. */
export function usedShare({ amount, carried, spent }: BudgetState): number {
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
    if (only) return statesOf(inside, date, only);
    const revision = await readRevision(inside);
    const key = `${inside.viewer.id} ${accountsOf(inside.db)} ${revision} ${todayOf(inside)} ${date}`;
    const cached = cachedStates.get(key);
    if (cached) return cached;
    const states = await statesOf(inside, date, ({ starts_on }) => starts_on <= date);
    cachedStates.set(key, states);
    return states;
  });
}

async function statesOf(
  context: Reading,
  date: string,
  only: (budget: Budget) => boolean,
): Promise<BudgetState[]> {
  const all = await readBudgets(context);
  const daysOf = daysOn(date);
  const budgets = all.flatMap((budget) =>
    budget.is_active && only(budget) ? { budget, days: daysOf(budget) } : [],
  );
  if (budgets.length === 0) return [];
  let [first, last] = [date, date];
  const ranges = budgets.map(({ budget, days: { index, period } }) => {
    if (budget.starts_on < first) first = budget.starts_on;
    if (period.to > last) last = period.to;
    return { budget, begins: carries(budget, index) ? startOf(budget, 0) : period.from };
  });
  const spending = await readSpending(context, ranges, { date, last });
  const recurring = await readRecurring(context, budgets, date);
  const expected = await readExpectedSpending(context);
  const unrated = await findUnratedIn(context.db, context.viewer.id, { from: first, to: last });
  const tomorrow = startAt(plusDays(date, 1));
  return budgets.map(({ budget, days: { period, index, starts, ends, elapsed, remaining } }) => {
    const until = spending.before(budget, tomorrow);
    const spent = until - spending.before(budget, starts);
    const toCome = expected.filter(
      (one) => one.date <= period.to && budget.category_ids.includes(one.category_id ?? ''),
    );
    const committed =
      spending.before(budget, ends) -
      until +
      toCome.reduce((sum, one) => sum + (one.date >= period.from ? one.amount : 0), 0);
    const amount = amountOf(budget, period.from);
    const carried = carries(budget, index) ? carriedInto(index, budget, spending, toCome) : 0;
    const total = amount + carried;
    const everyday = (Math.max(0, spent - sumSince(recurring, budget, period.from)) / elapsed) * remaining;
    // A year has everything that recurs in what was spent already.
    const projected =
      spent +
      (budget.period === 'yearly'
        ? Math.max(committed, Math.round(everyday))
        : committed + Math.round(everyday));
    const pace = projected > total ? 'over' : projected < total * UNDER ? 'under' : 'on';
    return {
      budget,
      period,
      amount,
      carried,
      spent,
      committed,
      left: total - spent,
      pace,
      projected,
      lacksRate: unrated.some((row) => isIn(row, budget, period)),
    } as const;
  });
}

/** Whether an earlier period may have left something to one. */
const carries = ({ carry }: Budget, index: number) => carry !== 'none' && index > 0;

/** The days of the period of a budget in which a date is; most budgets share them. */
function daysOn(date: string) {
  const cached = new Map<string, ReturnType<typeof daysIn>>();
  return (budget: Budget) => {
    const key = `${budget.period} ${budget.start_day} ${budget.starts_on}`;
    const days = cached.get(key) ?? daysIn(budget, date);
    cached.set(key, days);
    return days;
  };
}

function daysIn(budget: Budget, date: string) {
  const period = periodOf(budget, date, budget.starts_on);
  return {
    period,
    index: periodIndex(budget, date),
    starts: startAt(period.from),
    ends: startAt(plusDays(period.to, 1)),
    elapsed: daysBetween(period.from, date) + 1,
    remaining: daysBetween(date, period.to),
  };
}

/** Whether what was spent on a day belongs to a period of a budget, or to what it carries over. */
function isIn(
  { date, category_id }: { date: string; category_id: string | null },
  { category_ids, carry, starts_on }: Budget,
  { from, to }: Period,
): boolean {
  return (
    category_ids.includes(category_id ?? '') && date >= (carry === 'none' ? from : starts_on) && date <= to
  );
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

// Most pages ask for the states of a day again and again: they stay the same until the person's money or budgets change.
// Not for use inside a ledger, which may still be rolled back.
const cachedStates = new LRUCache<string, BudgetState[]>({
  maxSize: 30_000,
  sizeCalculation: ({ length }) => length + 1,
});

/** What recurring templates took up to a day in weeks and months; by category. */
async function readRecurring(
  { db, viewer }: Reading,
  budgets: readonly { budget: Budget; days: { period: Period } }[],
  date: string,
): Promise<Map<string, Spent[]>> {
  let from = '';
  for (const { budget, days } of budgets)
    if (budget.period !== 'yearly' && (from === '' || days.period.from < from)) from = days.period.from;
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
    lacks_rate: figures.lacksRate,
  };
}
