import { expect, test } from 'vitest';
import { highPlaces, monthsOfYear, weekdaysOf } from '../../../src/domain/categories/analytics/seasons.ts';

const monthsFrom = (first: string, amounts: number[]) =>
  amounts.map((amount, place) => {
    const date = new Date(`${first}-01T00:00:00Z`);
    date.setUTCMonth(date.getUTCMonth() + place);
    return { month: date.toISOString().slice(0, 7), amount };
  });

test('a place is high when it is a quarter above the average of every part', () => {
  expect(
    highPlaces([
      [100, 100, 300],
      [10, 200, 90],
    ]),
  ).toEqual([]);
  expect(
    highPlaces([
      [60, 100, 140],
      [10, 165, 125],
    ]),
  ).toEqual([2]);
  expect(
    highPlaces([
      [0, 0],
      [1, 0],
    ]),
  ).toEqual([]);
  expect(highPlaces([])).toEqual([]);
});

test('months of the year take two whole years, and say how many months are missing', () => {
  expect(monthsOfYear([])).toEqual({ missingMonths: 24 });
  expect(monthsOfYear(monthsFrom('2024-06', Array(23).fill(5)))).toEqual({ missingMonths: 1 });
});

test('months of the year begin in January, the later year first, and only both years make one high', () => {
  const amounts = Array<number>(30).fill(100);
  // October of both years; April of one.
  amounts[30 - 2] = 400;
  amounts[30 - 14] = 300;
  amounts[30 - 8] = 900;
  const result = monthsOfYear(monthsFrom('2024-06', amounts));
  if (!('months' in result)) throw new Error('there are enough months');
  expect(result.months.map(({ months }) => months[0].month.slice(5))).toEqual(
    Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0')),
  );
  expect(result.months[0]?.months.map(({ month }) => month)).toEqual(['2026-01', '2025-01']);
  expect(result.months[11]?.months.map(({ month }) => month)).toEqual(['2025-12', '2024-12']);
  expect(result.months.filter(({ isHigh }) => isHigh).map(({ months }) => months[0])).toEqual([
    { month: '2026-10', amount: 400 },
  ]);
});

test('a weekday with few transactions is not called high', () => {
  const days = [
    { date: '2026-05-31', amount: 200, count: 3 },
    { date: '2025-06-01', amount: 300, count: 9 },
  ];
  const result = weekdaysOf(days, 12, '2026-06-15');
  expect('weekdays' in result && result.weekdays.some(({ isHigh }) => isHigh)).toBe(false);
});

test('weekdays are of the twelve months before this one', () => {
  const today = '2026-06-15';
  expect(weekdaysOf([], 11, today)).toEqual({ missingMonths: 1 });
  const result = weekdaysOf(
    [
      // A Saturday and a Sunday, the first and last days that count; a Monday and a Thursday that do not.
      { date: '2026-06-01', amount: 999, count: 1 },
      { date: '2026-05-31', amount: 200, count: 4 },
      { date: '2025-06-01', amount: 300, count: 5 },
      { date: '2025-05-31', amount: 999, count: 1 },
    ],
    12,
    today,
  );
  if (!('weekdays' in result)) throw new Error('there are enough months');
  expect(result).toMatchObject({ from: '2025-06-01', to: '2026-05-31' });
  expect(result.weekdays[0]).toEqual({ weekday: 0, amount: 500, count: 9, isHigh: true });
  expect(result.weekdays.slice(1).every(({ amount, isHigh }) => amount === 0 && !isHigh)).toBe(true);
});
