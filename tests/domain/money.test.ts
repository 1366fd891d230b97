import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_AMOUNT, parseAmount, toDecimal } from '../../src/domain/money.ts';

describe('an amount', () => {
  test.each<[unknown, number]>([
    ['12.5', 1250],
    [' 12.5 ', 1250],
    ['12.50', 1250],
    ['12.500000', 1250],
    ['12.', 1200],
    ['.5', 50],
    ['+7', 700],
    ['-7.01', -701],
    ['0.01', 1],
    ['007', 700],
    ['1000000', 100_000_000],
    ['1000000.00', 100_000_000],
    [0.07, 7],
    [19.99, 1999],
    // A number has one meaning, and so has text where no group can be.
    [1.2, 120],
    ['0.500', 50],
    ['1234.500', 123_450],
    [1.1, 110],
    [1e5, 10_000_000],
    [-3, -300],
  ])('%j is read as %i minor units', (written, minor) => {
    expect(parseAmount(written)).toEqual({ minor });
  });

  test.each<[unknown, string]>([
    [undefined, 'errors:amountRequired'],
    [null, 'errors:amountRequired'],
    ['', 'errors:amountRequired'],
    ['   ', 'errors:amountRequired'],
    ['NaN', 'errors:amountNumber'],
    [Number.NaN, 'errors:amountNumber'],
    [Number.POSITIVE_INFINITY, 'errors:amountNumber'],
    ['1e5', 'errors:amountNumber'],
    ['0x10', 'errors:amountNumber'],
    ['١٢', 'errors:amountNumber'],
    ['१२', 'errors:amountNumber'],
    ['12,50', 'errors:amountNumber'],
    ['1.2.3', 'errors:amountNumber'],
    ['12 50', 'errors:amountNumber'],
    ['--5', 'errors:amountNumber'],
    ['.', 'errors:amountNumber'],
    ['-', 'errors:amountNumber'],
    ['₪5', 'errors:amountNumber'],
    [true, 'errors:amountNumber'],
    [['5'], 'errors:amountNumber'],
    [{}, 'errors:amountNumber'],
    ['0', 'errors:amountMin'],
    ['-0.00', 'errors:amountMin'],
    [-0, 'errors:amountMin'],
    ['0.001', 'errors:amountMin'],
    ['0.009', 'errors:amountMin'],
    [0.000_000_1, 'errors:amountMin'],
    ['1000000.01', 'errors:amountMax'],
    ['1000000.001', 'errors:amountMax'],
    ['-1000000.01', 'errors:amountMax'],
    ['9999999999999999999999', 'errors:amountMax'],
    [1e21, 'errors:amountMax'],
    [Number.MAX_VALUE, 'errors:amountMax'],
    ['12.345', 'errors:amountDecimals'],
    ['1.200', 'errors:amountAmbiguous'],
    ['-12.000', 'errors:amountAmbiguous'],
    ['-12.345', 'errors:amountDecimals'],
    [0.1 + 0.2, 'errors:amountDecimals'],
  ])('%j is refused with %s', (written, error) => {
    expect(parseAmount(written)).toEqual({ error });
  });

  test('is parsed to the same value in any notation, as text and as a number', () => {
    const amounts = fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }).filter((minor) => minor !== 0);
    fc.assert(
      fc.property(amounts, (minor) => {
        const whole = BigInt(Math.abs(minor)) / 100n;
        const cents = String(BigInt(Math.abs(minor)) % 100n).padStart(2, '0');
        const text = `${minor < 0 ? '-' : ''}${whole}.${cents}`;
        expect(parseAmount(text)).toEqual({ minor });
        expect(parseAmount(toDecimal(minor))).toEqual({ minor });
        expect(JSON.stringify(toDecimal(minor))).toBe(String(Number(text)));
      }),
      { numRuns: 1500 },
    );
  });

  test('is either parsed exactly or refused, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double(), fc.stringMatching(/^[-+]?\d{0,9}\.?\d{0,4}$/)),
        (written) => {
          const read = parseAmount(written);
          if (!('minor' in read)) return;
          expect(Number.isSafeInteger(read.minor)).toBe(true);
          expect(toDecimal(read.minor)).toBe(Number(written));
        },
      ),
      { numRuns: 1500 },
    );
  });
});
