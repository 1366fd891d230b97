import type { Budget } from './budgets.ts';
import { periodIndex } from './periods.ts';
import type { Spending } from './spending.ts';

/**
 * What the periods before one leave to it by the rule of the budget; minor units.
 * @param expected what will be recorded in them
 */
export function carriedInto(
  index: number,
  budget: Budget,
  spending: Spending,
  expected: readonly { date: string; amount: number }[],
): number {
  const { carry, carry_cap, amounts } = budget;
  const startOf = spending.startsOf(budget);
  const missing = new Map<number, number>();
  for (const { date, amount } of expected) {
    if (date < budget.starts_on) continue;
    const period = periodIndex(budget, date);
    missing.set(period, (missing.get(period) ?? 0) + amount);
  }
  let carried = 0;
  let latest = 0;
  let before = spending.before(budget, startOf(0));
  for (let period = 0; period < index; period += 1) {
    const until = spending.before(budget, startOf(period + 1));
    const spent = until - before + (missing.get(period) ?? 0);
    before = until;
    while ((amounts[latest + 1]?.starts_on ?? '9999') <= startOf(period).from) latest += 1;
    const left = (amounts[latest]?.amount ?? 0) + carried - spent;
    carried = carry === 'overspent' ? Math.min(0, left) : Math.min(left, carry_cap ?? left);
  }
  return carried;
}
