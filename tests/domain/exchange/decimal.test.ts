import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NEAR_RATES } from '../../../scripts/demo/rate-shapes.ts';
import { multiplied, quotient } from '../../../src/domain/exchange/decimal.ts';
import { areClose, type RateTable, rateBetween } from '../../../src/domain/exchange/rates.ts';

describe('a quotient', () => {
  test.each([
    ['3.2604', '1', '3.2604'],
    ['1', '3', '0.333333333333'],
    ['2', '3', '0.666666666667'],
    ['1', '151.37', '0.00660632886305'],
    ['1000000000', '0.000001', '1000000000000000'],
    ['0.000001', '1000000000', '0.000000000000001'],
    ['10', '1', '10'],
    ['999999999999.5', '1', '1000000000000'],
    ['0.8612', '3.2604', '0.264139369403'],
  ])('%s / %s is %s', (one, other, expected) => {
    expect(quotient(one, other)).toBe(expected);
  });

  test('is within a half of its twelfth digit of the exact one', () => {
    const digits = fc.integer({ min: 1, max: 10 ** 9 });
    fc.assert(
      fc.property(digits, digits, (one, other) => {
        const [whole = '', fraction = ''] = quotient(String(one), String(other)).split('.');
        const scaled = BigInt(whole + fraction) * BigInt(other);
        const exact = BigInt(one) * 10n ** BigInt(fraction.length);
        const difference = scaled > exact ? scaled - exact : exact - scaled;
        // Relative error of at most 5 in the thirteenth digit.
        expect(difference * 2n * 10n ** 11n <= exact).toBe(true);
      }),
    );
  });
});

describe('an amount at a rate', () => {
  test.each([
    // Minor units, rate, decimals, minor units.
    [10_000, '3.2604', 2, 32_604],
    [1, '0.5', 2, 1],
    [1, '0.49999', 2, 0],
    [3, '0.5', 2, 2],
    [10_000, '151.37', 0, 1_513_700],
    [333, '151.37', 0, 50_400],
    [100, '0.005', 2, 1],
    [110, '0.45454545', 0, 0],
    [110, '0.4545454546', 0, 100],
    [100_000_000_000, '201.2', 0, 20_120_000_000_000],
    // In binary 1.005 × 100 is 100.49999999999999.
    [100, '1.005', 2, 101],
  ] as const)('%d × %s with %d decimals is %d', (minor, rate, decimals, expected) => {
    expect(multiplied(minor, rate, decimals)).toBe(expected);
  });

  test('is rounded half away from zero, by at most half of the smallest unit', () => {
    const rates = fc.integer({ min: 1, max: 10 ** 7 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 11 }),
        rates,
        fc.constantFrom<0 | 2>(0, 2),
        (minor, rate, decimals) => {
          const written = `${Math.floor(rate / 10_000)}.${String(rate % 10_000).padStart(4, '0')}`;
          const result = BigInt(multiplied(minor, written, decimals)) * 10_000n;
          const exact = BigInt(minor) * BigInt(rate);
          const half = (decimals === 0 ? 100n : 1n) * 5_000n;
          expect(result - exact <= half && exact - result < half).toBe(true);
          if (decimals === 0) expect(result % 1_000_000n).toBe(0n);
        },
      ),
    );
  });
});

const table = Object.fromEntries(
  Object.entries(NEAR_RATES).map(([code, rate]) => [code, String(rate)]),
) as RateTable;

describe('two tables', () => {
  const day = (rates: Partial<RateTable>) =>
    ({ date: '2026-06-15', base: 'USD', rates: { ...table, ...rates } }) as const;

  test('agree when every rate is at most twice or half of the other', () => {
    expect(areClose(day({ ILS: '6.5' }), day({}))).toBe(true);
    expect(areClose(day({ ILS: '1.64' }), day({}))).toBe(true);
    expect(areClose(day({ ILS: '6.53' }), day({}))).toBe(false);
    expect(areClose(day({ ILS: '1.63' }), day({}))).toBe(false);
    expect(areClose(day({ ILS: '326.04' }), day({}))).toBe(false);
  });

  test('are compared whatever their bases are', () => {
    const inShekels = Object.fromEntries(
      Object.keys(table).map((code) => [code, rateBetween(table, 'ILS', code as keyof RateTable)]),
    ) as RateTable;
    expect(areClose({ date: '2026-06-15', base: 'ILS', rates: inShekels }, day({}), 1.0001)).toBe(true);
    expect(areClose({ date: '2026-06-15', base: 'ILS', rates: table }, day({}), 1.0001)).toBe(true);
    expect(areClose({ date: '2026-06-15', base: 'ILS', rates: inShekels }, day({ EUR: '2' }))).toBe(false);
  });
});
