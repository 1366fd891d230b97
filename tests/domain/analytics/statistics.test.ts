import { expect, test } from 'vitest';
import {
  hasTrend,
  meanOf,
  medianOf,
  slopeOf,
  volatilityOf,
  wholeOf,
} from '../../../src/domain/analytics/statistics.ts';

test.each([
  [[], 0],
  [[7], 7],
  [[9, 1], 5],
  [[3, 1, 2], 2],
  [[4, 100, 2, 3], 3.5],
])('the median of %j is %d', (values, median) => {
  expect(medianOf(values)).toBe(median);
});

test('the mean of nothing is 0', () => {
  expect([meanOf([]), meanOf([1, 2, 6])]).toEqual([0, 3]);
});

test('volatility is the standard deviation as a share of the mean', () => {
  expect(volatilityOf([100, 100, 100])).toBe(0);
  expect(volatilityOf([50, 150])).toBe(0.5);
  expect(volatilityOf([0, 0])).toBe(0);
  expect(volatilityOf([])).toBe(0);
});

test('the slope ignores a single outlier', () => {
  expect(slopeOf([1, 3, 5, 7])).toBe(2);
  expect(slopeOf([10, 10, 10, 9999, 10, 10, 10])).toBe(0);
  expect(slopeOf([5])).toBe(0);
});

test.each([
  [-0.4, 0],
  [-0.6, -1],
  [0.5, 1],
])('%d is about %d, and never −0', (value, whole) => {
  expect(wholeOf(value)).toBe(whole);
});

test.each([
  [[1, 2, 3], false],
  [[1, 2, 3, 4, 5], true],
  [[5, 4, 3, 2, 1], true],
  [[7, 7, 7, 7, 7, 7, 7], false],
  [[3, 1, 4, 1, 5, 9, 2, 6], false],
  [[], false],
])('%j has a trend: %s', (values, trend) => {
  expect(hasTrend(values)).toBe(trend);
});
