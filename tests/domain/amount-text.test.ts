import { describe, expect, test } from 'vitest';
import { amountField, amountText, readAmountText } from '../../src/domain/amount-text.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';

describe('the text of an amount field', () => {
  test.each([
    ['₪1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['12,5', '12.5'],
    ['12,', '12'],
    ['12.345', '12.34'],
    ['1.2.3', '1.23'],
    ['1.234.567', '1234567'],
    ['-5', '5'],
    ['.5', '.5'],
    ['12.', '12.'],
    ['abc', ''],
    ['\u200F1,000\u00A0₪', '1000'],
  ])('of %j, written with a point: %j', (typed, expected) => {
    expect(amountText(typed, '.')).toBe(expected);
  });

  test.each([
    ['1.234,50 €', '1234,50'],
    ['1,234.50', '1234,50'],
    ['1.234', '1234'],
    ['1,234', '1,23'],
    ['12.50', '12,50'],
    ['12.', '12'],
    ['12,', '12,'],
  ])('of %j, written with a comma: %j', (typed, expected) => {
    expect(amountText(typed, ',')).toBe(expected);
  });

  test('is unchanged when normalised again', () => {
    for (const own of ['.', ','] as const) {
      for (const text of ['1,234.567', '1.234,5', '0,99', '7', ',5', '1.2,3.4', '9.999']) {
        const normalised = amountText(text, own);
        expect(amountText(normalised, own), `${text} with ${own}`).toBe(normalised);
      }
    }
  });
});

describe('an amount as people write it', () => {
  test.each(['1,23,4', '1.2.3', '1e5', '12 ₪ 3', '1 2', 'twelve', '1,234.567.890', '--5'])(
    'returns %j unchanged, so that it is refused',
    (text) => {
      expect(readAmountText(text)).toBe(text);
    },
  );

  test('is parsed exactly in whichever notation it was shown', () => {
    const amounts = [1, 99, 100, 1250, 99_999, 100_000, 123_456, 12_345_678, 100_000_000];
    for (const decimal_separator of ['.', ','] as const) {
      for (const thousand_separator of [',', '.', ' ', "'", ''] as const) {
        if (thousand_separator === decimal_separator) continue;
        for (const symbol_position of ['before', 'after'] as const) {
          for (const currency of ['ILS', 'CHF', 'CAD', 'CNY', 'EUR'] as const) {
            const style = { ...DEFAULT_PREFERENCES, decimal_separator, thousand_separator, symbol_position };
            for (const minor of amounts) {
              const shown = formatter(currency, style).money(minor);
              const read = Number(readAmountText(shown, decimal_separator));
              expect(Math.round(read * 100), shown).toBe(minor);
              const field = amountField(minor, decimal_separator);
              expect(amountText(field, decimal_separator)).toBe(field);
              expect(Math.round(Number(readAmountText(field, decimal_separator)) * 100)).toBe(minor);
            }
          }
        }
      }
    }
  });
});
