import { describe, expect, test } from 'vitest';
import { deviationsOf, habitsOf } from '../../../src/domain/insights/habits.ts';
import { months, transaction } from './transactions.ts';

test('with 29 expenses the default figures define what is usual, in minor units', () => {
  for (const count of [0, 1, 29]) {
    const habits = habitsOf(months(count), 'ILS');
    expect(habits).toMatchObject({ own: false, average: 5_000, deviation: 2_500, highAmount: 100_000 });
  }
});

test('in yen those figures are a hundred times as large', () => {
  expect(habitsOf(months(29), 'JPY')).toMatchObject({
    ...{ average: 500_000, deviation: 250_000, highAmount: 10_000_000, microUnder: 10_000 },
  });
});

test('with 30 expenses their own mean and deviation define it', () => {
  expect(habitsOf(months(30), 'ILS')).toMatchObject({
    own: true,
    average: 2_000,
    deviation: 1_000,
    highAmount: 5_000,
  });
});

test('income does not count as history', () => {
  const income = Array.from({ length: 10 }, () => transaction({ type: 'income', amount: 900_000 }));
  expect(habitsOf([...months(29), ...income], 'ILS').own).toBe(false);
  expect(habitsOf([...months(30), ...income], 'ILS').average).toBe(2_000);
});

test('a cent above a constant amount is not unusual', () => {
  const habits = habitsOf(
    months(40).map((past) => ({ ...past, amount: 10_000 })),
    'ILS',
  );
  expect(habits).toMatchObject({ average: 10_000, deviation: 1_000, highAmount: 13_000 });
});

test('deviations are counted from the average, below it as negative ones', () => {
  const habits = habitsOf([], 'ILS');
  expect([5_000, 10_000, 12_500, 2_500].map((amount) => deviationsOf(amount, habits))).toEqual([0, 2, 3, -1]);
});

describe('the hour', () => {
  test.each([
    ['21:59', false],
    ['22:00', true],
    ['23:59', true],
    ['00:00', true],
    ['05:59', true],
    ['06:00', false],
    ['12:00', false],
  ])('%s is unusual without a history: %s', (time, unusual) => {
    expect(habitsOf(months(29), 'ILS').isUnusualTime(time)).toBe(unusual);
  });

  test.each([
    ['11:00', false],
    ['13:00', false],
    ['10:59', true],
    ['13:01', true],
    ['23:00', true],
  ])('%s is unusual for a person who always pays at noon: %s', (time, unusual) => {
    expect(habitsOf(months(30), 'ILS').isUnusualTime(time)).toBe(unusual);
  });

  test('night hours are usual for a night worker', () => {
    const nights = months(30).map((past) => ({ ...past, time: '23:30' }));
    const { isUnusualTime } = habitsOf(nights, 'ILS');
    expect(['22:30', '23:59', '00:30', '00:31', '12:00'].map(isUnusualTime)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  test('an hour with one in twenty expenses is usual, with fewer it is not', () => {
    const oneAtThree = (count: number) =>
      months(count).map((past, index) => (index === 0 ? { ...past, time: '03:00' } : past));
    expect(habitsOf(oneAtThree(40), 'ILS').isUnusualTime('03:00')).toBe(true);
    const twoAtThree = oneAtThree(40).with(1, { ...transaction(), time: '03:00' });
    expect(habitsOf(twoAtThree, 'ILS').isUnusualTime('03:00')).toBe(false);
    expect(habitsOf([...twoAtThree, transaction()], 'ILS').isUnusualTime('03:00')).toBe(true);
  });
});
