import { expect, test } from 'vitest';
import { randomFrom } from '../../../scripts/demo/random.ts';
import { type Forecast, forecastSpending, riskOf } from '../../../src/domain/analytics/forecast.ts';
import { medianOf } from '../../../src/domain/analytics/statistics.ts';
import { around, HOUSEHOLDS, householdOf } from '../../support/households.ts';

const repeated = (amount: number, months: number) => Array.from({ length: months }, () => amount);
const of = (other: number[], recurring = repeated(0, other.length)) => ({ other, recurring });

function forecastOf(other: number[], ahead: 1 | 2 = 1, recurring = 0): Forecast {
  const forecast = forecastSpending(of(other), recurring, ahead);
  if ('missingMonths' in forecast) throw new Error('There are too few months.');
  return forecast;
}

test.each([
  ['constant', repeated(500, 12), 500],
  ['linear', Array.from({ length: 12 }, (_, place) => 1000 + 50 * place), 1600],
  ['falling to nothing', [500, 400, 300, 200, 100], 0],
  ['with one spike', [500, 500, 500, 99_000, 500, 500], 500],
  ['with gaps', [500, 0, 500, 500, 0, 500, 500], 500],
  ['nothing', repeated(0, 6), 0],
])('%s', (_name, amounts, next) => {
  expect(forecastOf(amounts).other).toBe(next);
});

const YEAR = [100, 110, 120, 100, 90, 400, 500, 100, 95, 105, 100, 300];

test('a season of the year returns, and moves by what the last year added', () => {
  expect(forecastOf([...YEAR, ...YEAR, ...YEAR.slice(0, 5)]).other).toBe(400);
  const dearer = YEAR.map((amount) => amount + 20);
  expect(forecastOf([...YEAR, ...dearer])).toMatchObject({ other: 140, estimatedFrom: 24 });
});

test.each([24, 27, 36])('a season that repeats exactly for %d months has no range', (months) => {
  const amounts = Array.from({ length: months + 2 }, (_, month) => YEAR[month % 12] ?? 0);
  const next = amounts[months + 1] ?? 0;
  const forecast = forecastOf(amounts.slice(0, months), 2);
  expect(forecast).toMatchObject({ amount: next, low: next, high: next, confidence: 'high' });
});

test.each([3, 6, 12, 24, 36])('what repeats exactly for %d months has no range', (months) => {
  expect(forecastOf(repeated(400, months), 2)).toMatchObject({ amount: 400, low: 400, high: 400 });
});

test('a step four months ago is followed', () => {
  const random = randomFrom('step');
  const errors = Array.from({ length: 40 }, () => {
    const amounts = Array.from({ length: 14 }, (_, month) => (month < 8 ? 400 : 560) * around(random, 0.07));
    const actual = amounts.pop() ?? 0;
    return Math.abs(forecastOf(amounts.slice(0, 12), 2).amount - actual) / actual;
  });
  expect(medianOf(errors)).toBeLessThan(0.08);
  expect(forecastOf([400, 410, 390, 400, 405, 395, 400, 390, 560, 550, 570, 565])).toMatchObject({
    other: 563,
    estimatedFrom: 4,
  });
});

test('two dear months are no step', () => {
  expect(forecastOf([...repeated(400, 9), 401, 560, 570]).other).toBe(400);
});

test('what recurs is added exactly', () => {
  const forecast = forecastSpending(of(repeated(500, 6), repeated(3000, 6)), 4321);
  expect(forecast).toEqual({
    amount: 4821,
    recurring: 4321,
    other: 500,
    low: 4821,
    high: 4821,
    tested: 3,
    held: 3,
    estimatedFrom: 6,
    confidence: 'high',
    riskLevel: 'low',
    trend: 'stable',
  });
});

test('past ranges are tested as far ahead as the forecast looks', () => {
  // Two months ahead, the ranges after 100, 100, 100 and 100, 100, 100, 200 are 100 to 100 and about 100.
  expect(forecastOf([100, 100, 100, 200, 100, 100], 2)).toMatchObject({ tested: 2, held: 2 });
  expect(forecastOf([100, 100, 100, 200, 300], 2)).toMatchObject({ tested: 1, held: 0 });
  expect(forecastOf([100, 100, 100], 2)).toMatchObject({ tested: 0, held: 0 });
});

test('it needs three months', () => {
  expect(forecastSpending(of([]), 0)).toEqual({ missingMonths: 3 });
  expect(forecastSpending(of([500, 500]), 0)).toEqual({ missingMonths: 1 });
  expect(forecastSpending(of([500, 500, 500]), 0)).toHaveProperty('amount', 500);
});

test('the range does not reach below what recurs', () => {
  expect(forecastSpending(of([100, 0, 900]), 1000)).toMatchObject({ low: 1000 });
});

test('in a currency without decimals all of it is whole', () => {
  const forecast = forecastSpending(of([10_000, 11_300, 12_500, 14_900]), 100_000, 2, 100);
  if ('missingMonths' in forecast) throw new Error('There are too few months.');
  const { amount, other, low, high } = forecast;
  expect([amount, other, low, high].map((value) => value % 100)).toEqual([0, 0, 0, 0]);
});

test('confidence follows from the range, and is high only once the past ranges held', () => {
  // Three equal months may be chance.
  expect(forecastOf(repeated(400, 3), 2)).toHaveProperty('confidence', 'medium');
  expect(forecastOf(repeated(400, 5), 2)).toHaveProperty('confidence', 'medium');
  expect(forecastOf(repeated(400, 6), 2)).toHaveProperty('confidence', 'high');
  expect(forecastOf([100, 900, 100, 900], 2)).toMatchObject({ confidence: 'low', riskLevel: 'high' });
  // The ranges after three and four equal months had no width: neither held.
  const surprised = forecastSpending(of([400, 400, 400, 400, 404, 396]), 4000, 2);
  expect(surprised).toMatchObject({ tested: 2, held: 0, confidence: 'medium' });
});

test('volatility decides about risk', () => {
  expect([0.15, 0.16, 0.3, 0.31].map(riskOf)).toEqual(['low', 'medium', 'medium', 'high']);
});

test.each([3, 6, 12, 24, 36])('after %d months, four in five ranges hold', (months) => {
  const held = Object.keys(HOUSEHOLDS).flatMap((name) =>
    Array.from({ length: 36 }, (_, number) => {
      const amounts = householdOf(name, ` ${number}`, months + 2, number % 12);
      const { low, high } = forecastOf(amounts.slice(0, months), 2);
      const actual = amounts.at(-1) ?? 0;
      return low <= actual && actual <= high ? 1 : 0;
    }),
  );
  const share = held.reduce((sum: number, one) => sum + one, 0) / held.length;
  expect(share).toBeGreaterThan(0.77);
  expect(share).toBeLessThan(0.92);
});

test('the trend compares the halves of a year', () => {
  expect(forecastSpending(of([100, 100, 200, 200]), 0)).toHaveProperty('trend', 'increasing');
  expect(forecastSpending(of([200, 200, 100, 100]), 0)).toHaveProperty('trend', 'decreasing');
});

test('a trend is followed for two months', () => {
  const rising = of([100, 200, 300, 400, 500, 600]);
  expect([1, 2].map((ahead) => forecastSpending(rising, 0, ahead as 1 | 2))).toMatchObject([
    { amount: 700 },
    { amount: 800 },
  ]);
});
