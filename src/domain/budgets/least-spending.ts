import type { Budget } from './budgets.ts';

/** An amount in minor units. */
interface Planned {
  budget: Pick<Budget, 'period' | 'category_ids'>;
  amount: number;
}

/**
 * The least that has to be spent until nothing of all budgets is left. A category is in one budget by week and in one by
 * month at most, and what is spent of it counts for both. As much as can be is counted for two: the largest flow from
 * budgets by week to those by month that share a category, found by shortest paths.
 */
export function leastSpending(planned: readonly Planned[]): number {
  const weekly = planned.filter(({ budget }) => budget.period === 'weekly');
  const monthly = planned.filter(({ budget }) => budget.period !== 'weekly');
  const rest = new Map(planned.map((one) => [one, one.amount]));
  const restOf = (one: Planned) => rest.get(one) ?? 0;
  const pairs = weekly.flatMap((week) =>
    monthly
      .filter((month) => month.budget.category_ids.some((id) => week.budget.category_ids.includes(id)))
      .map((month) => ({ week, month, both: 0 })),
  );
  let sum = planned.reduce((total, { amount }) => total + amount, 0);
  for (;;) {
    const cameBy = new Map<Planned, (typeof pairs)[number] | null>();
    for (const week of weekly) if (restOf(week) > 0) cameBy.set(week, null);
    // Grows while it is gone through.
    for (const one of cameBy.keys())
      for (const pair of pairs) {
        const next = pair.week === one ? pair.month : pair.month === one && pair.both > 0 ? pair.week : null;
        if (next && !cameBy.has(next)) cameBy.set(next, pair);
      }
    const end = [...cameBy.keys()].find((one) => one.budget.period !== 'weekly' && restOf(one) > 0);
    if (!end) return sum;
    const path: { pair: (typeof pairs)[number]; sign: number }[] = [];
    let start = end;
    for (let pair = cameBy.get(end); pair; pair = cameBy.get(start)) {
      const isBack = pair.week === start;
      path.push({ pair, sign: isBack ? -1 : 1 });
      start = isBack ? pair.month : pair.week;
    }
    const most = Math.min(
      restOf(start),
      restOf(end),
      ...path.flatMap(({ pair, sign }) => (sign < 0 ? pair.both : [])),
    );
    for (const { pair, sign } of path) pair.both += sign * most;
    rest.set(start, restOf(start) - most);
    rest.set(end, restOf(end) - most);
    sum -= most;
  }
}
