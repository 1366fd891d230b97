import { expect, test } from 'vitest';
import { splitAmount } from '../../../src/domain/transactions/installment-amounts.ts';

test.each([
  [120_000, 10, 'ILS', Array(10).fill(12_000)],
  [100_00, 3, 'ILS', [33_34, 33_33, 33_33]],
  [101, 36, 'ILS', [31, ...Array(35).fill(2)]],
  [1000_00, 3, 'JPY', [334_00, 333_00, 333_00]],
] as const)('%i in %i payments of %s', (amount, payments, currency, expected) => {
  expect(splitAmount(amount, payments, currency)).toEqual(expected);
});

test('too little for so many payments', () => {
  expect(splitAmount(9, 10, 'ILS')).toBeNull();
  expect(splitAmount(9_00, 10, 'JPY')).toBeNull();
});

test('all payments together are the amount', () => {
  for (let amount = 36; amount < 4000; amount += 37)
    for (let payments = 2; payments <= 36; payments++)
      expect(splitAmount(amount, payments, 'USD')?.reduce((sum, part) => sum + part, 0)).toBe(amount);
});
