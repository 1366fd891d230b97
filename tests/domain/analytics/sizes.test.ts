import { expect, test } from 'vitest';
import { amountsOf, limitBelow, SIZE_NAMES, sizeOf } from '../../../src/domain/analytics/sizes.ts';
import { CURRENCY_CODES } from '../../../src/i18n/currencies.ts';

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
  expect(sizeOf(amount, 'ILS')).toBe(size);
  expect(sizeOf(amount * 100, 'JPY')).toBe(size);
});

test('the amounts of all sizes follow each other', () => {
  expect(SIZE_NAMES.map((size) => amountsOf(size, 'ILS'))).toEqual([
    { from: 0, to: 999 },
    { from: 1_000, to: 4_999 },
    { from: 5_000, to: 19_999 },
    { from: 20_000, to: 99_999 },
    { from: 100_000, to: undefined },
  ]);
});

test('in yen they are a hundred times as large, and whole', () => {
  expect(SIZE_NAMES.map((size) => amountsOf(size, 'JPY'))).toEqual([
    { from: 0, to: 99_900 },
    { from: 100_000, to: 499_900 },
    { from: 500_000, to: 1_999_900 },
    { from: 2_000_000, to: 9_999_900 },
    { from: 10_000_000, to: undefined },
  ]);
});

test('what is stored for an amount has its size in every currency', () => {
  for (const currency of CURRENCY_CODES)
    for (const limit of [1_000, 5_000, 20_000, 100_000, 500_000, 2_000_000, 10_000_000])
      for (const amount of [limit - 1, limit, limit + 1])
        expect(sizeOf(limitBelow(amount), currency)).toBe(sizeOf(amount, currency));
});
