import { expect, test } from 'vitest';
import { estimateNext, forecastSpending, riskOf } from '../../../src/domain/analytics/forecast.ts';

const repeated = (amount: number, months: number) => Array.from({ length: months }, () => amount);
const of = (other: number[], recurring = repeated(0, other.length)) => ({ other, recurring });

test.each([
  ['constant', repeated(500, 12), 500],
  ['linear', Array.from({ length: 12 }, (_, place) => 1000 + 50 * place), 1600],
  ['falling to nothing', [500, 400, 300, 200, 100], 0],
  ['with one spike', [500, 500, 500, 99_000, 500, 500], 500],
  ['with gaps', [500, 0, 500, 500, 0, 500, 500], 500],
  ['nothing', repeated(0, 6), 0],
])('%s', (_name, amounts, next) => {
  expect(estimateNext(amounts)).toBe(next);
});

test('a season of the year returns, and moves by what the last year added', () => {
  const year = [100, 100, 100, 100, 100, 400, 500, 100, 100, 100, 100, 300];
  expect(estimateNext([...year, ...year, ...year.slice(0, 5)])).toBe(400);
  const dearer = year.map((amount) => amount + 20);
  expect(estimateNext([...year, ...dearer])).toBe(140);
});

test('what recurs is added exactly', () => {
  const forecast = forecastSpending(of(repeated(500, 6), repeated(3000, 6)), 4321);
  expect(forecast).toEqual({
    amount: 4821,
    recurring: 4321,
    other: 500,
    low: 4821,
    high: 4821,
    tested: 5,
    confidence: 'high',
    riskLevel: 'low',
    trend: 'stable',
  });
});

test('the range is measured as far ahead as the forecast looks', () => {
  // Two months ahead, the estimates 100, 100, 150 were wrong by 100, 0, 50.
  expect(forecastSpending(of([100, 100, 200, 100, 200]), 0, 2)).toMatchObject({ tested: 3 });
  expect(forecastSpending(of([100, 100, 100]), 0, 2)).toMatchObject({ tested: 1 });
});

test('it needs three months', () => {
  expect(forecastSpending(of([]), 0)).toEqual({ missingMonths: 3 });
  expect(forecastSpending(of([500, 500]), 0)).toEqual({ missingMonths: 1 });
  expect(forecastSpending(of([500, 500, 500]), 0)).toHaveProperty('amount', 500);
});

test('the range is as wide as four in five of the past errors, and not below what recurs', () => {
  // Estimates before each: 100, 100, 100, 100, 100; errors 0, 0, 20, 0, 90.
  const forecast = forecastSpending(of([100, 100, 100, 120, 100, 190]), 1000);
  expect(forecast).toMatchObject({ amount: 1100, low: 1010, high: 1190 });
  expect(forecastSpending(of([100, 0, 900]), 1000)).toMatchObject({ low: 1000 });
});

test('volatility decides about risk and confidence', () => {
  expect([0.15, 0.16, 0.3, 0.31].map(riskOf)).toEqual(['low', 'medium', 'medium', 'high']);
  expect(forecastSpending(of([100, 900, 100, 900]), 0)).toMatchObject({
    confidence: 'low',
    riskLevel: 'high',
  });
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
