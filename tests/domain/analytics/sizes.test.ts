import { expect, test } from 'vitest';
import { amountsOf, SIZE_NAMES, sizeOf } from '../../../src/domain/analytics/sizes.ts';

test.each([
  [1, 'micro'],
  [999, 'micro'],
  [1_000, 'small'],
  [4_999, 'small'],
  [5_000, 'medium'],
  [19_999, 'medium'],
  [20_000, 'large'],
  [99_999, 'large'],
  [100_000, 'huge'],
  [100_000_000, 'huge'],
])('%d minor units are %s', (amount, size) => {
  expect(sizeOf(amount)).toBe(size);
});

test('the amounts of all sizes follow each other', () => {
  expect(SIZE_NAMES.map(amountsOf)).toEqual([
    { from: 0, to: 999 },
    { from: 1_000, to: 4_999 },
    { from: 5_000, to: 19_999 },
    { from: 20_000, to: 99_999 },
    { from: 100_000, to: undefined },
  ]);
});
