import { expect, test } from 'vitest';
import { monthsToCompare } from '../../src/domain/analytics/periods.ts';
import { growthOf, savingsRateOf } from '../../src/domain/growth.ts';

test.each([
  [12_000, 10_000, null, 0.2, null],
  [0, 10_000, null, -1, null],
  [210_000, 10_000, null, 20, null],
  [210_001, 10_000, null, null, 'too_little_before'],
  [-10_001_000, 1, null, null, 'too_little_before'],
  [5000, -10_000, null, 1.5, null],
  [10_000, 0, null, null, 'nothing_before'],
  [0, 0, 'records_begin_later', null, 'nothing_before'],
  [12_000, 10_000, 'records_begin_later', null, 'records_begin_later'],
  [12_000, 10_000, 'unequal_days', null, 'unequal_days'],
] as const)('%d after %d, unlike by %s, is a growth of %j (%s)', (now, before, unlike, change, reason) => {
  expect(growthOf(now, before, unlike)).toEqual({ change, reason });
});

test.each([
  [1000, 800, 0.2],
  [1000, 1000, 0],
  [100, 2100, -20],
  [100, 2101, null],
  [100, 500_000, null],
  [0, 500, null],
  [0, 0, null],
])('income of %d and expenses of %d are a savings rate of %j', (income, expenses, rate) => {
  expect(savingsRateOf({ income, expenses })).toBe(rate);
});

test.each([
  ['2026-01-30', '2026-01-01', '2026-01-30', '2025-12-01', '2025-12-30'],
  // A month's last day compares with the whole previous month.
  ['2026-02-28', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['2026-04-30', '2026-04-01', '2026-04-30', '2026-03-01', '2026-03-31'],
  ['2026-03-30', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  // In the first week the two months before are compared.
  ['2026-03-07', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['2026-03-08', '2026-03-01', '2026-03-08', '2026-02-01', '2026-02-08'],
])('up to %s, %s to %s is compared with %s to %s', (to, from, end, earlier, earlierEnd) => {
  expect(monthsToCompare(to)).toEqual({
    dates: { from, to: end },
    compared: { from: earlier, to: earlierEnd },
  });
});
