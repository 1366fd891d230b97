import { expect, test } from 'vitest';
import { trendOf } from '../../../src/domain/analytics/trend.ts';

test.each([
  [[], 'stable'],
  [[100], 'stable'],
  [[0, 0], 'stable'],
  [[0, 1], 'increasing'],
  [[1, 0], 'decreasing'],
  [[100, 110], 'stable'],
  [[100, 111], 'increasing'],
  [[100, 90], 'stable'],
  [[100, 89], 'decreasing'],
  [[100, 100, 9999, 100, 100], 'stable'],
  [[100, 100, 0, 150, 150], 'increasing'],
] as const)('months of %j are %s', (amounts, trend) => {
  expect(trendOf([...amounts])).toBe(trend);
});
