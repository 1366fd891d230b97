import { plusDays, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { toDecimal } from '../money.ts';
import { fromSnapshot } from '../snapshot.ts';
import { recurringIn, type Spent, spentByDay, spentByMonth } from './budgets.queries.ts';
import { amountOf, type Budget, readBudgets } from './budgets.ts';
import { daysBetween, nextPeriod, type Period, periodOf } from './periods.ts';

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
 */
export function readStates(
  context: Reading,
  date = todayOf(context),
  only?: (budget: Budget) => boolean,
): Promise<BudgetState[]> {
  return fromSnapshot(context, async (inside) => {
    const budgets = (await readBudgets(inside)).filter(
      (budget) => budget.is_active && (only?.(budget) ?? budget.starts_on <= date),
    );
    if (budgets.length === 0) return [];
    const { db, viewer } = inside;
    const periods = budgets.map((budget) => periodOf(budget, date, budget.starts_on));
    const first = periods.map(({ from }) => from).toSorted()[0] ?? date;
    const last =
      periods
        .map(({ to }) => to)
        .toSorted()
        .at(-1) ?? date;
    const days = sumsOf(await spentByDay(db, viewer.id, first, last));
    const recurring = sumsOf(signed(await recurringIn(db, viewer.id, { from: first, to: date })));
    const carrying = budgets.filter(({ carry }) => carry !== 'none');
    const past = await readPast(inside, carrying, plusDays(last, -1));
    return budgets.map((budget, index) => {
      const period = periods[index] as Period;
      const within = (sums: Sums, from: string, to: string) => sumWithin(sums, budget, from, to);
      const spent = within(days, period.from, date);
      const committed = within(days, plusDays(date, 1), period.to);
      const amount = amountOf(budget, period.from);
      const carried = carriedInto(budget, period, past);
      const total = amount + carried;
      const elapsed = daysBetween(period.from, date) + 1;
      const remaining = daysBetween(date, period.to);
      const everyday = spent - within(recurring, period.from, date);
      const projected = spent + committed + Math.round((Math.max(0, everyday) / elapsed) * remaining);
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
      };
    });
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

/** What is spent by category, then by day or month. */
type Sums = Map<string, { date: string; amount: number }[]>;

type Typed = { date: string; category_id: string; type?: string; amount: number };

const signed = (rows: readonly Spent[]): Typed[] => [...rows];

function sumsOf(rows: readonly Typed[]): Sums {
  const sums: Sums = new Map();
  for (const { date, category_id, type, amount } of rows) {
    const those = sums.get(category_id) ?? [];
    those.push({ date, amount: type === 'income' ? -amount : amount });
    sums.set(category_id, those);
  }
  return sums;
}

function sumWithin(sums: Sums, { category_ids }: Budget, from: string, to: string): number {
  let sum = 0;
  for (const id of category_ids)
    for (const { date, amount } of sums.get(id) ?? []) if (date >= from && date <= to) sum += amount;
  return sum;
}

const isByMonth = ({ period, start_day }: Budget) => period !== 'weekly' && start_day === 1;

/** What was spent since the budgets that carry over began: by month where their periods are whole months. */
async function readPast(
  { db, viewer }: Reading,
  budgets: readonly Budget[],
  to: string,
): Promise<{ months: Sums; days: Sums }> {
  const since = (some: readonly Budget[]) => some.map(({ starts_on }) => starts_on).toSorted()[0];
  const month = since(budgets.filter(isByMonth));
  const day = since(budgets.filter((budget) => !isByMonth(budget)));
  return {
    months: month ? sumsOf(await spentByMonth(db, viewer.id, month.slice(0, 7), to.slice(0, 7))) : new Map(),
    days: day ? sumsOf(await spentByDay(db, viewer.id, day, to)) : new Map(),
  };
}

/** Goes through all periods since the budget began. */
function carriedInto(budget: Budget, into: Period, { months, days }: { months: Sums; days: Sums }): number {
  const { carry, carry_cap, starts_on } = budget;
  if (carry === 'none') return 0;
  const sums = periodSums(budget, isByMonth(budget) ? months : days);
  let carried = 0;
  let period = periodOf(budget, starts_on, starts_on);
  while (period.from < into.from) {
    const left = amountOf(budget, period.from) + carried - (sums.get(period.from) ?? 0);
    carried = carry === 'overspent' ? Math.min(0, left) : Math.min(left, carry_cap ?? left);
    period =
      budget.period === 'weekly'
        ? periodOf(budget, plusDays(period.to, 1), starts_on)
        : nextPeriod(budget, period);
  }
  return carried;
}

/** What was spent in each period, by its first day. */
function periodSums(budget: Budget, sums: Sums): Map<string, number> {
  const byPeriod = new Map<string, number>();
  for (const id of budget.category_ids)
    for (const { date, amount } of sums.get(id) ?? []) {
      const day = date.length === 7 ? `${date}-01` : date;
      const { from } = periodOf(budget, day, budget.starts_on);
      byPeriod.set(from, (byPeriod.get(from) ?? 0) + amount);
    }
  return byPeriod;
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
