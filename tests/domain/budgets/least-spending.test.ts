import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastSpending } from '../../../src/domain/budgets/least-spending.ts';

const CATEGORIES = 8;

type Planned = Parameters<typeof leastSpending>[0][number];

/** Budgets of one kind share no category: each category is in one of them, or in none. */
const budgets = (period: 'weekly' | 'monthly', most: number) =>
  fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: most }),
      fc.array(fc.nat(most), { minLength: CATEGORIES, maxLength: CATEGORIES }),
    )
    .map(([amounts, owners]) =>
      amounts.map((amount, index): Planned => {
        const category_ids = owners.flatMap((owner, category) => (owner === index ? [`${category}`] : []));
        return { budget: { period, category_ids }, amount };
      }),
    );

const sum = (planned: readonly Planned[]) => planned.reduce((total, { amount }) => total + amount, 0);
const shares = (one: Planned, other: Planned) =>
  one.budget.category_ids.some((id) => other.budget.category_ids.includes(id));

/** The largest flow is the smallest cut: what some weeks hold, and the months that share with the others. */
function mostForTwo(weekly: readonly Planned[], monthly: readonly Planned[]): number {
  const cuts = Array.from({ length: 2 ** weekly.length }, (_, cut) => {
    const held = weekly.filter((_week, index) => (cut >> index) & 1);
    const others = weekly.filter((week) => !held.includes(week));
    return sum(held) + sum(monthly.filter((month) => others.some((week) => shares(week, month))));
  });
  return Math.min(...cuts);
}

test('as much as can be of two budgets is counted once', () => {
  fc.assert(
    fc.property(budgets('weekly', 4), budgets('monthly', 6), (weekly, monthly) => {
      const planned = [...weekly, ...monthly];
      expect(leastSpending(planned)).toBe(sum(planned) - mostForTwo(weekly, monthly));
    }),
  );
});
