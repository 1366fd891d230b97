import { expect, test } from 'vitest';
import {
  type HealthMonth,
  healthHistory,
  healthIfSaved,
  healthOf,
  statusOf,
  withMoreSaved,
} from '../../../src/domain/analytics/health.ts';

/** From January 2025; by default all alike. */
function months(
  count: number,
  changes: Partial<HealthMonth> | ((place: number) => Partial<HealthMonth>) = {},
) {
  return Array.from(
    { length: count },
    (_, place): HealthMonth => ({
      month: `2025-${String(place + 1).padStart(2, '0')}`,
      income: 10_000,
      expenses: 9000,
      count: 20,
      fixed: 3000,
      balance: 27_000,
      isBalanceKnown: true,
      ...(typeof changes === 'function' ? changes(place) : changes),
    }),
  );
}

function lineOf(rows: HealthMonth[], factor: string) {
  const result = healthOf(rows);
  if (!('health' in result)) throw new Error('There is enough data.');
  return result.health.lines.find((line) => line.factor === factor);
}

test('a score is 50 and what its lines add', () => {
  const result = healthOf(months(6));
  expect(result).toMatchObject({
    health: {
      // 50 + 10 + 6 + 6 + 4 + 4 + 0
      score: 80,
      status: 'excellent',
      base: 50,
      lines: [
        { factor: 'savings', value: 0.1, points: 10 },
        { factor: 'shortfalls', value: 0, points: 6 },
        { factor: 'reserve', value: 3, points: 6 },
        { factor: 'volatility', value: 0, points: 4 },
        { factor: 'fixed', value: 0.3, points: 4 },
        { factor: 'trend', value: 0, points: 0 },
      ],
    },
  });
});

test('months that were hardly recorded do not count, and without a recent one there is no score', () => {
  const thin = (...places: number[]) => months(6, (place) => ({ count: places.includes(place) ? 3 : 30 }));
  expect(healthOf(thin())).toHaveProperty('health.months.length', 6);
  expect(healthOf(thin(0, 5))).toHaveProperty('health.months.length', 4);
  expect(healthOf(thin(0, 1, 5))).toHaveProperty('health.months.length', 3);
  expect(healthOf(thin(0, 1, 2, 5))).toEqual({ missingMonths: 1 });
  expect(healthOf(thin(4, 5))).toEqual({ missing: 'recent' });
  expect(healthOf(months(6, { count: 1 }))).toEqual({ missingMonths: 3 });
  expect(healthOf(months(6, { count: 2 }))).toHaveProperty('health');
});

test('nobody is poor for the interest of an account, where that is the only income recorded', () => {
  expect(healthOf(months(6, { income: 100, expenses: 9000 }))).toEqual({ missing: 'income' });
  expect(healthOf(months(6, { income: 1000, expenses: 9000 }))).toHaveProperty('health');
});

test('its lines name the amounts that they compare', () => {
  const rows = months(6, (place) => ({ expenses: place < 3 ? 6000 : 10_000 }));
  expect(lineOf(rows, 'savings')?.parts).toEqual({ part: 12_000, whole: 60_000 });
  expect(lineOf(rows, 'volatility')).toMatchObject({ value: 0.25, parts: { part: 2000, whole: 8000 } });
  expect(lineOf(rows, 'trend')?.parts).toEqual({ part: 30_000, whole: 18_000 });
  expect(lineOf(rows, 'shortfalls')?.parts).toBeNull();
});

test('it takes three complete months, and six count at most', () => {
  expect(healthOf([])).toEqual({ missingMonths: 3 });
  expect(healthOf(months(2))).toEqual({ missingMonths: 1 });
  expect(healthOf(months(3))).toHaveProperty('health.months.length', 3);
  // The oldest of seven months is a disaster that no longer counts.
  const rows = months(7, (place) => (place === 0 ? { expenses: 900_000 } : {}));
  expect(healthOf(rows)).toEqual(healthOf(rows.slice(1)));
});

test('without income in the months that count, or with hardly any, there is no score', () => {
  const first = (income: number) => (place: number) => ({ income: place === 0 ? income : 0 });
  expect(healthOf(months(6, { income: 0 }))).toEqual({ missing: 'income' });
  expect(healthOf(months(7, first(10_000)))).toEqual({ missing: 'income' });
  expect(healthOf(months(6, first(100)))).toEqual({ missing: 'income' });
  expect(healthOf(months(6, first(10_000)))).toHaveProperty('health');
});

test('without expenses in most of the months, or with hardly any, there is no score', () => {
  expect(healthOf(months(6, { expenses: 0, fixed: 0 }))).toEqual({ missing: 'expenses' });
  expect(healthOf(months(6, { expenses: 400, fixed: 0 }))).toEqual({ missing: 'expenses' });
  const some = (place: number) => (place < 4 ? { expenses: 0, fixed: 0 } : {});
  expect(healthOf(months(6, some))).toEqual({ missing: 'expenses' });
  // One large income does not make expenses low.
  expect(healthOf(months(6, (place) => (place === 3 ? { income: 9_000_000 } : {})))).toHaveProperty('health');
});

test('a month without any record is left out, and of the last six three have to be there', () => {
  const NONE = { income: 0, expenses: 0, count: 0, fixed: 0 };
  const without = (...places: number[]) =>
    months(6, (place) => (places.includes(place) ? NONE : { expenses: 9000 + place * 100 }));
  const [, ...rest] = without(2, 0);
  expect(healthOf(without(0, 2))).toEqual(healthOf(rest.filter(({ count }) => count > 0)));
  expect(healthOf(without(1, 3))).toHaveProperty('health.months.length', 4);
  expect(healthOf(without(1, 3, 4, 5))).toEqual({ missingMonths: 1 });
});

test('what was never entered has no points and no measure', () => {
  const none = { value: null, parts: null, points: 0 };
  expect(lineOf(months(6, { fixed: 0 }), 'fixed')).toEqual({ factor: 'fixed', ...none });
  const unknown = { isBalanceKnown: false, balance: -5000 };
  expect(lineOf(months(6, unknown), 'reserve')).toEqual({ factor: 'reserve', ...none });
});

test.each([
  [10_000, 5000, 20],
  [10_000, 8000, 20],
  [10_000, 8140, 19],
  // 14.46 % is shown as 14.5 %, which rounds to 15.
  [10_000, 8554, 15],
  [10_000, 11_446, -15],
  [10_000, 10_000, 0],
  [10_000, 10_500, -5],
  [10_000, 99_000, -20],
])('income %i and expenses %i give %i points for savings', (income, expenses, points) => {
  expect(lineOf(months(6, { income, expenses }), 'savings')?.points).toBe(points);
});

test('each month in which more was spent than earned costs three points', () => {
  const short = (count: number) => months(6, (place) => (place < count ? { expenses: 10_001 } : {}));
  expect([0, 1, 2, 6].map((count) => lineOf(short(count), 'shortfalls')?.points)).toEqual([6, 3, 0, -12]);
});

test.each([
  [-1, -6],
  [0, 0],
  [4500, 1],
  [27_000, 6],
  [54_000, 12],
  [900_000, 12],
])('a balance of %i beside monthly expenses of 9,000 gives %i points', (balance, points) => {
  expect(lineOf(months(6, { balance }), 'reserve')?.points).toBe(points);
});

test('only the last balance counts', () => {
  expect(
    lineOf(
      months(6, (place) => ({ balance: place === 5 ? 9000 : 0 })),
      'reserve',
    )?.value,
  ).toBe(1);
});

test('where saving more leaves no expenses, the balance counts fully', () => {
  const rows = months(3, { income: 2000, expenses: 900, fixed: 0 });
  const reserve = healthIfSaved({ months: rows }, 1000).lines.find(({ factor }) => factor === 'reserve');
  expect(reserve).toMatchObject({ value: null, points: 12 });
});

test.each([
  [1150, 4],
  [1151, 0],
  [1300, 0],
  [1301, -4],
])('months of 1000 less and more, up to %i: %i points for volatility', (high, points) => {
  const rows = months(6, (place) => ({ expenses: place % 2 === 0 ? 2000 - high : high }));
  expect(lineOf(rows, 'volatility')?.points).toBe(points);
});

test.each([
  [10_000, 5000, 4],
  // 50.04 % is shown as 50 %, but 50.1 % as it is.
  [10_000, 5004, 4],
  [10_000, 5010, 0],
  [10_000, 8000, 0],
  [10_000, 8004, 0],
  [10_000, 8010, -4],
  // Missing records earn no points.
  [10_000, 0, 0],
])('income %i and fixed costs %i give %i points', (income, fixed, points) => {
  expect(lineOf(months(6, { income, fixed }), 'fixed')?.points).toBe(points);
});

test('rising expenses cost four points, falling ones add them', () => {
  const by = (step: number) => months(6, (place) => ({ expenses: 9000 + step * place }));
  expect(lineOf(by(500), 'trend')).toMatchObject({ value: 1, points: -4 });
  expect(lineOf(by(-500), 'trend')).toMatchObject({ value: -1, points: 4 });
});

test('the best is 100 and the worst 0', () => {
  const best = months(6, (place) => ({ expenses: 3000 - 120 * place, fixed: 100, balance: 900_000 }));
  const worst = months(6, (place) => ({ expenses: 20_000 * (place + 1), fixed: 9000, balance: -1 }));
  expect(healthOf(best)).toHaveProperty('health.score', 100);
  expect(healthOf(worst)).toHaveProperty('health.score', 0);
});

test.each([
  [80, 'excellent'],
  [79, 'good'],
  [60, 'good'],
  [59, 'fair'],
  [40, 'fair'],
  [39, 'poor'],
] as const)('%i is %s', (score, status) => {
  expect(statusOf(score)).toBe(status);
});

test('saving more lowers the expenses of each month and adds up in the balance', () => {
  const saved = withMoreSaved(
    months(3, (place) => ({ expenses: place === 1 ? 400 : 9000, fixed: 300 })),
    1000,
  );
  expect(saved.map(({ expenses, fixed, balance }) => [expenses, fixed, balance])).toEqual([
    [8000, 300, 28_000],
    [0, 0, 28_400],
    [8000, 300, 29_400],
  ]);
});

test('the history has the score at the end of each month', () => {
  const rows = months(9, (place) => (place === 8 ? { expenses: 30_000 } : {}));
  const history = healthHistory(rows, 3);
  expect(history.map(({ month }) => month)).toEqual(['2025-07', '2025-08', '2025-09']);
  expect(history[0]).toMatchObject({ score: 80, status: 'excellent' });
  expect(history[2]?.score).toBeLessThan(60);
  expect(healthHistory(months(2), 12)).toEqual([]);
});

test('a month without a score makes no room for an earlier one', () => {
  const rows = months(12, (place) => (place > 5 ? { income: 0, expenses: 0 } : {}));
  expect(healthHistory(rows.slice(0, 9), 3).map(({ month, from }) => [month, from])).toEqual([
    ['2025-07', '2025-02'],
    ['2025-08', '2025-03'],
    ['2025-09', '2025-04'],
  ]);
  expect(healthHistory(rows, 3)).toEqual([]);
});
