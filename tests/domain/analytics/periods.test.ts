import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  comparedWith,
  datesOf,
  hasSameDays,
  isWhole,
  nameOf,
  periodsBeside,
  stepOf,
} from '../../../src/domain/analytics/periods.ts';
import { endOfMonth, plusDays } from '../../../src/domain/calendar.ts';

const TODAY = '2026-03-31';

test.each([
  ['last-12-months', '2025-04-01', TODAY],
  ['last-6-months', '2025-10-01', TODAY],
  ['last-3-months', '2026-01-01', TODAY],
  ['this-month', '2026-03-01', TODAY],
  ['last-month', '2026-02-01', '2026-02-28'],
  ['this-year', '2026-01-01', TODAY],
  ['last-year', '2025-01-01', '2025-12-31'],
  ['everything', '2024-05-06', TODAY],
] as const)('%s is from %s to %s', (period, from, to) => {
  expect(datesOf(period, TODAY, '2024-05-06')).toEqual({ from, to });
});

test.each([
  ['this-month', '2026-03-22', '2026-03-10', '2026-03-22'],
  ['this-month', '2026-03-09', '2026-02-10', '2026-03-09'],
  ['last-month', '2026-03-22', '2026-02-10', '2026-03-09'],
  ['last-month', '2026-01-05', '2025-11-10', '2025-12-09'],
] as const)('%s on %s of months that begin on the tenth', (period, today, from, to) => {
  expect(datesOf(period, today, '2024-05-06', 10)).toEqual({ from, to });
  expect(nameOf({ from, to }, today, '2024-05-06', 10)).toBe(period);
});

test('everything of somebody whose first transaction is ahead is today', () => {
  expect(datesOf('everything', TODAY, '2026-04-02')).toEqual({ from: TODAY, to: TODAY });
});

test.each([
  ['last-12-months', '2025-04-01', '2026-03-22', '2024-04-01', '2025-03-22'],
  ['this-month', '2026-03-01', '2026-03-22', '2026-02-01', '2026-02-22'],
  ['this-month', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['this-year', '2026-01-01', '2026-03-22', '2025-01-01', '2025-03-22'],
  ['last-year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
  ['dates', '2026-01-01', '2026-02-28', '2025-11-01', '2025-12-31'],
  // An equal number of days before would include the rent more often, or less.
  ['dates', '2026-03-09', '2026-03-15', '2026-02-09', '2026-02-15'],
  ['dates', '2026-03-01', '2026-03-10', '2026-02-01', '2026-02-10'],
  ['dates', '2026-03-09', '2026-03-09', '2026-02-09', '2026-02-09'],
  ['dates', '2026-01-02', '2026-01-30', '2025-12-02', '2025-12-30'],
  ['dates', '2026-02-20', '2026-03-19', '2026-01-20', '2026-02-19'],
  ['dates', '2026-02-20', '2026-03-20', '2025-12-20', '2026-01-20'],
  ['dates', '2026-01-10', '2026-02-23', '2025-11-10', '2025-12-23'],
] as const)('%s from %s to %s comes after %s to %s', (period, from, to, earlier, end) => {
  expect(comparedWith(period, { from, to }, 'before')).toEqual({ from: earlier, to: end });
});

test('a year earlier, and nothing before everything', () => {
  const leap = { from: '2024-02-01', to: '2024-02-29' };
  expect(comparedWith('dates', leap, 'year')).toEqual({ from: '2023-02-01', to: '2023-02-28' });
  const common = { from: '2025-02-01', to: '2025-02-28' };
  expect(comparedWith('dates', common, 'year')).toEqual(leap);
  expect(comparedWith('everything', leap, 'before')).toBeNull();
});

test.each([
  ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28', false],
  ['2026-03-01', '2026-03-28', '2026-02-01', '2026-02-28', false],
  ['2026-03-01', '2026-03-27', '2026-02-01', '2026-02-27', true],
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28', true],
  ['2026-10-31', '2026-11-27', '2026-09-30', '2026-10-27', false],
  ['2026-10-30', '2026-11-27', '2026-09-30', '2026-10-27', true],
])('%s to %s has the same days of the month as %s to %s: %s', (from, to, earlier, end, expected) => {
  expect(hasSameDays({ from, to }, { from: earlier, to: end })).toBe(expected);
});

test('what is compared has a monthly payment equally often, or is not said to', () => {
  const date = fc.date({
    min: new Date('2023-06-01'),
    max: new Date('2026-12-31'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(date, fc.nat(400), fc.integer({ min: 1, max: 31 }), (start, length, day) => {
      const from = start.toISOString().slice(0, 10);
      const dates = { from, to: plusDays(from, length) };
      const compared = comparedWith('dates', dates, 'before');
      if (!compared) throw new Error('Free dates are compared.');
      expect(compared.to < from).toBe(true);
      if (hasSameDays(dates, compared)) expect(paymentsIn(compared, day)).toBe(paymentsIn(dates, day));
    }),
  );
});

/** How often something is due on a day of each month, or on the last one of a shorter month. */
function paymentsIn({ from, to }: { from: string; to: string }, due: number): number {
  let count = 0;
  for (let date = from; date <= to; date = plusDays(date, 1)) {
    const last = Number(endOfMonth(date).slice(8));
    if (Number(date.slice(8)) === Math.min(due, last)) count += 1;
  }
  return count;
}

test.each([
  ['2026-01-31', '2026-02-28', true],
  ['2026-02-01', '2026-02-28', true],
  ['2026-02-03', '2026-02-28', true],
  ['2026-02-04', '2026-02-28', false],
  ['2026-02-01', '2026-02-09', true],
  ['2026-02-02', '2026-02-09', false],
  ['2026-02-07', '2027-01-31', true],
  ['2026-02-08', '2027-01-31', false],
  [null, '2026-02-28', false],
])('records that begin on %s have enough of 1 February 2026 to %s: %s', (begins, to, expected) => {
  expect(isWhole({ from: '2026-02-01', to }, begins)).toBe(expected);
});

test.each([
  ['last-12-months', '2025-04-01', TODAY, ['2024-04-01', '2025-03-31'], null],
  ['last-month', '2026-02-01', '2026-02-28', ['2026-01-01', '2026-01-31'], ['2026-03-01', TODAY]],
  ['this-month', '2026-03-01', '2026-03-10', ['2026-02-01', '2026-02-28'], null],
  ['this-year', '2026-01-01', TODAY, ['2025-01-01', '2025-12-31'], null],
  ['last-year', '2025-01-01', '2025-12-31', ['2024-01-01', '2024-12-31'], ['2026-01-01', '2026-12-31']],
  ['everything', '2024-05-06', TODAY, null, null],
  ['dates', '2024-04-01', '2025-03-31', null, ['2025-04-01', TODAY]],
  ['dates', '2026-01-01', '2026-12-31', ['2025-01-01', '2025-12-31'], null],
  ['dates', '2025-12-01', '2026-01-31', ['2025-10-01', '2025-11-30'], ['2026-02-01', TODAY]],
  ['dates', '2026-03-09', '2026-03-15', ['2026-03-02', '2026-03-08'], ['2026-03-16', '2026-03-22']],
  ['dates', '2026-03-24', '2026-03-28', ['2026-03-19', '2026-03-23'], ['2026-03-29', '2026-04-02']],
  ['dates', '0001-01-01', '2026-02-28', null, ['2026-03-01', '4051-04-30']],
  ['dates', '2026-03-01', '9999-12-31', null, null],
  ['dates', '2026-03-02', '9999-12-31', null, null],
] as const)('%s, %s to %s, lies between %j and %j', (period, from, to, earlier, later) => {
  const dates = (ends: readonly [string, string] | null) => ends && { from: ends[0], to: ends[1] };
  // As shown on the page: neither before the records nor after today.
  const shown = { from: from < '2024-05-01' ? '2024-05-01' : from, to: to > TODAY ? TODAY : to };
  expect(periodsBeside(period, shown, { from, to }, TODAY, '2024-05-06')).toEqual({
    earlier: dates(earlier),
    later: dates(later),
  });
});

test('nothing is earlier without a transaction', () => {
  expect(periodsBeside('this-month', { from: '2026-03-01', to: TODAY }, {}, TODAY, null)).toEqual({
    earlier: null,
    later: null,
  });
});

test.each([
  ['2026-02-01', '2026-02-28', 'days', 'days weeks'],
  ['2026-01-01', '2026-03-03', 'days', 'days weeks'],
  ['2026-01-01', '2026-03-04', 'weeks', 'weeks months'],
  ['2026-01-01', '2026-04-10', 'weeks', 'weeks months'],
  ['2026-01-01', '2026-04-11', 'months', 'weeks months'],
  ['2016-01-01', '2026-04-11', 'months', 'months'],
])('%s to %s is drawn by %s of %s', (from, to, step, steps) => {
  expect(stepOf({ from, to })).toEqual({ step, steps: steps.split(' ') });
  // What a period of this length does not offer is not drawn.
  for (const chosen of ['days', 'weeks', 'months'] as const)
    expect(stepOf({ from, to }, chosen).step).toBe(steps.includes(chosen) ? chosen : step);
});

test('dates that a named period has are known by its name', () => {
  const first = '2024-03-01';
  expect(nameOf({ from: '2026-02-01', to: '2026-02-28' }, TODAY, first)).toBe('last-month');
  expect(nameOf({ from: '2025-01-01', to: '2025-12-31' }, TODAY, first)).toBe('last-year');
  expect(nameOf({ from: first, to: TODAY }, TODAY, first)).toBe('everything');
  expect(nameOf({ from: '2026-02-01', to: '2026-02-27' }, TODAY, first)).toBe(null);
});
