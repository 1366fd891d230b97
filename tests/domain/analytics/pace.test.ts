import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PaceResult, paceOf } from '../../../src/domain/analytics/pace.ts';

const JANUARY_TO_MARCH = ['2026-01-01', '2026-02-01', '2026-03-01'];
const expense = (period: string, amount: number) => ({ period, amount, type: 'expense' as const });

function paceFrom(result: PaceResult) {
  if (!('pace' in result)) throw new Error('There is a pace.');
  return result.pace;
}

/** 100 on the 10th of each of three months, and `spent` this month. */
const months = (spent: number) => [
  ...JANUARY_TO_MARCH.map((start) => expense(`${start.slice(0, 7)}-10`, 100)),
  expense('2026-04-12', spent),
];

describe('the pace of a month', () => {
  test.each([
    [111, 'ahead'],
    [110, 'usual'],
    [100, 'usual'],
    [90, 'usual'],
    [89, 'behind'],
    [0, 'behind'],
  ] as const)('is, after %i where 100 is usual, “%s”', (spent, word) => {
    const pace = paceFrom(paceOf(months(spent), '2026-04-15', JANUARY_TO_MARCH));
    expect(pace).toMatchObject({ day: 15, spent, usual: 100, word, months: 3 });
    expect(pace.change).toBeCloseTo((spent - 100) / 100);
  });

  test.each([
    [0, 'usual'],
    [1, 'ahead'],
  ] as const)('is, after %i where nothing is usual, “%s”', (spent, word) => {
    const pace = paceFrom(paceOf(months(spent), '2026-04-09', JANUARY_TO_MARCH));
    expect(pace).toMatchObject({ spent: 0, usual: 0, change: null, word: 'usual' });
    const first = [expense('2026-04-01', spent)];
    expect(paceFrom(paceOf(first, '2026-04-01', JANUARY_TO_MARCH))).toMatchObject({ word, change: null });
  });

  test('is compared with the median: one dear month changes nothing', () => {
    const totals = [10, 20, 30, 40, 50, 9999].map((amount, place) =>
      expense(`2026-0${place + 1}-02`, amount),
    );
    const starts = totals.map(({ period }) => `${period.slice(0, 7)}-01`);
    expect(paceFrom(paceOf(totals, '2026-07-20', starts)).usual).toBe(35);
  });

  test('counts a shorter month whole on the days that it does not have', () => {
    const totals = [...JANUARY_TO_MARCH, '2026-04-01'].map((start) =>
      expense(`${start.slice(0, 7)}-28`, 100),
    );
    const pace = paceFrom(paceOf(totals, '2026-05-31', [...JANUARY_TO_MARCH, '2026-04-01']));
    expect(pace.days).toHaveLength(31);
    expect(pace.days.map(({ usual }) => usual)).toEqual([...Array(27).fill(0), ...Array(4).fill(100)]);
  });

  test('says how many months are missing', () => {
    expect(paceOf([], '2026-04-15', [])).toEqual({ missingMonths: 3 });
    expect(paceOf([], '2026-04-15', JANUARY_TO_MARCH.slice(1))).toEqual({ missingMonths: 1 });
  });

  test('adds up this month exactly, never falls, and stops today', () => {
    const day = fc.integer({ min: 0, max: 150 }).map((days) => {
      const date = new Date(Date.UTC(2026, 0, 1 + days));
      return date.toISOString().slice(0, 10);
    });
    const total = fc.record({
      period: day,
      amount: fc.nat(100_000),
      type: fc.constantFrom('expense' as const, 'income' as const, 'opening' as const),
    });
    fc.assert(
      fc.property(fc.array(total), fc.integer({ min: 1, max: 30 }), (totals, dayOfMonth) => {
        const today = `2026-04-${String(dayOfMonth).padStart(2, '0')}`;
        const { spent, days } = paceFrom(paceOf(totals, today, JANUARY_TO_MARCH));
        const naive = totals
          .filter(({ type, period }) => type === 'expense' && period >= '2026-04-01' && period <= today)
          .reduce((sum, { amount }) => sum + amount, 0);
        expect(spent).toBe(naive);
        expect(days.map((one) => one.spent === null)).toEqual(days.map((_, place) => place >= dayOfMonth));
        const usual = days.map((one) => one.usual);
        expect(usual).toEqual(usual.toSorted((one, other) => one - other));
      }),
    );
  });
});
